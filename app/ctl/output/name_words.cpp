// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/output/name_words.h"

#include "core/text/display_safe.h"
#include "core/text/shell_text.h"
#include "core/text/translate.h"

#include <absl/strings/escaping.h>
#include <algorithm>

namespace lockkeeper::ctl {
const char* modeWord(observe::LockMode mode) noexcept
{
    switch (mode) {
    case observe::LockMode::Exclusive:
        return tr("exclusive", "mode");
    case observe::LockMode::Read:
        return tr("read", "mode");
    case observe::LockMode::Write:
        return tr("write", "mode");
    case observe::LockMode::Semaphore:
        break;
    }
    return tr("semaphore", "mode");
}

std::string nameText(const Resource& resource)
{
    return resource.isEmpty() ? "''" : displaySafe(resource.value());
}

bool isTypable(const Resource& resource) noexcept
{
    return !resource.isEmpty() && resource.value().find('\0') == std::string::npos;
}

std::string lockctlLine(
    const std::string& command, const Resource& resource, const std::string& options)
{
    const std::string& name = resource.value();
    const bool isPlain = isTypable(resource) && !name.starts_with('-') && isFitForTerminal(name);
    return "lockctl " + command
        + (isPlain ? " " + shellWord(name)
                   : " --resource-b64 " + shellWord(absl::Base64Escape(name)))
        + options;
}

} // namespace lockkeeper::ctl
