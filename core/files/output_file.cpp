// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/files/output_file.h"

#include "core/files/atomic_file.h"
#include "core/files/unique_fd.h"
#include "core/files/write_all.h"
#include "core/text/display_safe.h"
#include "core/text/translate.h"

#include <absl/strings/substitute.h>
#include <cerrno>
#include <fcntl.h>
#include <filesystem>
#include <system_error>

namespace lockkeeper {
namespace {

Result<void> writeStream(const std::string& path, std::string_view text)
{
    const UniqueFd file(::open(path.c_str(), O_WRONLY | O_APPEND | O_CLOEXEC));
    if (file.isOpen() && writeAll(file.get(), text))
        return {};
    return fail(ErrorClass::System, std::generic_category().message(errno));
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
    const auto target = std::filesystem::weakly_canonical(path, failure);
    auto replaced = isStream
        ? writeStream(path, text)
        : replaceFile(failure ? std::filesystem::path(path) : target, text, mode);
    if (!replaced)
        replaced.error().text = absl::Substitute(
            trNoop("can't write $0: $1", "data"), displaySafe(path, 1024), replaced.error().text);
    return replaced;
}

} // namespace lockkeeper
