-- Statistics of the planner, which the erasure of a member took from an embedded database and did not renew.
analyze diseases, disease_names, disease_codes, disease_categories, disease_parents, categories;
