// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/output_file.h"

#include "app/ctl/console.h"
#include "core/files/atomic_file.h"
#include "core/text/display_safe.h"

namespace lockkeeper::ctl {

Result<void> replaceOutputFile(
    const std::string& path, std::string_view text, OutputSecrecy secrecy)
{
    const ::mode_t mode = secrecy == OutputSecrecy::Private ? 0600 : 0644;
    auto replaced = replaceFile(path, text, mode);
    if (!replaced)
        replaced.error().text
            = "can't write " + displaySafe(path, 1024) + ": " + replaced.error().text;
    return replaced;
}

Result<void> output(const std::string& path, std::string_view text, OutputSecrecy secrecy)
{
    if (!path.empty())
        return replaceOutputFile(path, text, secrecy);
    print(text);
    return {};
}

} // namespace lockkeeper::ctl
