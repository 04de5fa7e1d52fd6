import Foundation

/// Reads the sheet of a day.
struct SheetReader {
  private static let greatestSize = 1 << 20
  private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

  /// Reads and checks a sheet.
  ///
  /// - Parameter file: the path of a JSON file.
  /// - Returns: the records, complete and consistent.
  /// - Throws: a ``SheetError``.
  func read(_ file: String) throws -> DayRecords {
    let text = SheetText(bytes: try bytes(of: file))
    let outline: JSONOutline
    do {
      outline = try JSONOutline(of: text)
    } catch let error as JSONSyntaxError {
      throw SheetError(file: file, syntax: error, in: text)
    }
    do {
      var checker = SheetChecker(try JSONDecoder().decode(DaySheet.self, from: Data(text.bytes)))
      return try checker.records()
    } catch let error as DecodingError {
      throw SheetError(file: file, problems: [SheetProblem(error, in: outline)], in: outline)
    } catch let error as SheetProblems {
      throw SheetError(file: file, problems: error.problems, in: outline)
    }
  }

  private func bytes(of file: String) throws -> [UInt8] {
    var isFolder: ObjCBool = false
    if FileManager.default.fileExists(atPath: file, isDirectory: &isFolder), isFolder.boolValue {
      throw SheetError(file: file, fact: "This is a folder.", remedy: "give the path of a sheet in it.")
    }
    let data: Data
    do {
      let handle = try FileHandle(forReadingFrom: URL(fileURLWithPath: file))
      data = try handle.read(upToCount: Self.greatestSize + 1) ?? Data()
    } catch CocoaError.fileReadNoSuchFile {
      throw SheetError(file: file, fact: "There is no such file.", remedy: "give the path of a sheet.")
    } catch CocoaError.fileReadNoPermission {
      throw SheetError(file: file, fact: "The file may not be read.", remedy: "allow reading it: chmod +r.")
    } catch {
      throw SheetError(file: file, fact: "The file cannot be read.", remedy: "give the path of a JSON file.")
    }
    guard data.count <= Self.greatestSize else {
      throw SheetError(
        file: file, fact: "The file is larger than a sheet can be (1 MiB).",
        remedy: "give the sheet of one day.")
    }
    guard String(validating: data, as: UTF8.self) != nil else {
      throw SheetError(file: file, fact: "The file is not a text in UTF-8.", remedy: "save it as UTF-8.")
    }
    return Array(data.starts(with: Self.byteOrderMark) ? data.dropFirst(3) : data)
  }
}
