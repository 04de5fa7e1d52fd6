protocol Stage {}
struct Trim: Stage {}
struct Parse: Stage {}

protocol Plugin {}
struct Spelling: Plugin {}
struct Grammar: Plugin {}

protocol Exporter {}
struct PDFExporter: Exporter {}
struct HTMLExporter: Exporter {}
