// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/files/output_file.h"

#include "core/files/atomic_file.h"
#include "core/text/display_safe.h"

#include <cerrno>
#include <filesystem>
#include <fstream>
#include <system_error>

namespace lockkeeper {
namespace {

/// Appends to an existing file that is not a regular one, such as a device or a pipe.
Result<void> writeStream(const std::string& path, std::string_view text)
{
    errno = 0;
    std::ofstream stream(path, std::ios::binary | std::ios::app);
    stream.write(text.data(), static_cast<std::streamsize>(text.size()));
    stream.close();
    if (stream)
        return {};
    return fail(ErrorClass::System, std::generic_category().message(errno == 0 ? EIO : errno));
}

} // namespace

Result<void> replaceOutputFile(
    const std::string& path, std::string_view text, OutputSecrecy secrecy)
{
    const ::mode_t mode = secrecy == OutputSecrecy::Private ? 0600 : 0644;
    std::error_code failure;
    const auto status = std::filesystem::status(path, failure);
    const bool isStream = std::filesystem::exists(status)
        && !std::filesystem::is_regular_file(status) && !std::filesystem::is_directory(status);
    // Replace the file that a symbolic link points to, not the link.
    const auto target = std::filesystem::weakly_canonical(path, failure);
    auto replaced = isStream
        ? writeStream(path, text)
        : replaceFile(failure ? std::filesystem::path(path) : target, text, mode);
    if (!replaced)
        replaced.error().text
            = "can't write " + displaySafe(path, 1024) + ": " + replaced.error().text;
    return replaced;
}

} // namespace lockkeeper
