/** The methods of the interface with colours on which white can be read. */
const methods = { get: "#1a5fa8", post: "#18713f", put: "#8a5100", patch: "#0b6e5c", delete: "#b41c1c" }

const methodRules = Object.entries(methods).map(
  ([method, colour]) =>
    `.swagger-ui .opblock.opblock-${method} .opblock-summary-method{background:${colour}}` +
    `.swagger-ui .opblock.opblock-${method}{border-color:${colour}}`
)

/**
 * Style of Swagger UI beside its own: contrasts of 4.5 and more. A dark page is the light one inverted, with its hues:
 * a filter of the root moves no dialog, and the contrasts of dark on light only grow.
 */
export const docsStyle = `
${methodRules.join("\n")}
.swagger-ui .info .title small,.swagger-ui .info .title small pre{background:#4a5261;color:#fff}
.swagger-ui .info .title small.version-stamp,.swagger-ui .info .title small.version-stamp pre{background:#3f6212;color:#fff}
.swagger-ui a,.swagger-ui .info a,.swagger-ui a.nostyle:focus,.swagger-ui .model-toggle{color:#1a5fa8}
.swagger-ui a.nostyle{color:inherit}
.swagger-ui .btn.authorize{color:#18713f;border-color:#18713f}
.swagger-ui .btn.authorize svg{fill:#18713f}
.swagger-ui .btn.execute{background:#1a5fa8;border-color:#1a5fa8;color:#fff}
.swagger-ui .btn.cancel,.swagger-ui .parameter__name.required::after,.swagger-ui .parameter__name.required span{color:#b41c1c}
.swagger-ui .btn.cancel{border-color:#b41c1c}
.swagger-ui .parameter__in,.swagger-ui .parameter__type,.swagger-ui .prop-format,.swagger-ui .parameter__extension,
.swagger-ui .parameter__deprecated,.swagger-ui .response-col_links,.swagger-ui table.headers .header-example,
.swagger-ui .parameter__name.required::after{color:#595959}
.swagger-ui .response-control-media-type__accept-message{color:#18713f}
.swagger-ui .response-control-media-type--accept-controller select{border-color:#18713f}
.swagger-ui .microlight span[style*="211, 99, 99"]{color:#ffb3b3!important}
.swagger-ui .json-schema-2020-12-expand-deep-button,.swagger-ui .json-schema-2020-12__attribute--muted,
.swagger-ui .json-schema-2020-12-keyword__name--secondary,.swagger-ui .json-schema-2020-12-keyword__value--secondary,
.swagger-ui .model .property.primitive,.swagger-ui .prop-type{color:#595959}
.swagger-ui .json-schema-2020-12__attribute--primary{color:#1a5fa8}
.swagger-ui .json-schema-2020-12__attribute--warning{color:#b41c1c}
.swagger-ui .json-schema-2020-12__constraint{background:#5b4bb0;color:#fff}
.swagger-ui .json-schema-2020-12__constraint--string{background:#7a5200}
.swagger-ui .markdown code,.swagger-ui .renderedMarkdown code{color:#6b0fbf}
body{margin:0}
.swagger-ui .opblock-body{overflow-x:auto}
.swagger-ui :focus-visible{outline:3px solid #b35c00;outline-offset:1px}
@media (max-width:40em){
.swagger-ui .wrapper{padding:0 1rem}
.swagger-ui .opblock .opblock-summary-path{max-width:100%}
}
@media (prefers-color-scheme:dark){
html{background:#ebebeb;filter:invert(1) hue-rotate(180deg)}
}
`
