import { Brand } from "effect"

/** The id of a disease, which whoever stores it gives. */
export type DiseaseId = number & Brand.Brand<"DiseaseId">
export const DiseaseId = Brand.nominal<DiseaseId>()

/** The id of a category of diseases. */
export type CategoryId = number & Brand.Brand<"CategoryId">
export const CategoryId = Brand.nominal<CategoryId>()
