// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/output/words.h"

#include "core/text/display_safe.h"
#include "core/text/hex.h"
#include "core/text/shell_text.h"
#include "core/text/translate.h"

#include <absl/strings/escaping.h>
#include <algorithm>

namespace lockkeeper::ctl {
const char* voteWord(lock::MasterVote::State state) noexcept
{
    switch (state) {
    case lock::MasterVote::State::Pending:
        return "pending";
    case lock::MasterVote::State::Yes:
        return "yes";
    case lock::MasterVote::State::No:
        return "no";
    case lock::MasterVote::State::Failed:
        return "failed";
    }
    return "failed";
}

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

std::string shellWord(std::string_view text)
{
    if (isFitForTerminal(std::string(text)))
        return shellQuoted(text);
    // As bash, zsh and ksh take it.
    std::string word = "$'";
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        if (c == '\'' || c == '\\') {
            word.append("\\").append(1, c);
        } else if (byte < 0x20 || byte >= 0x7f) {
            word.append("\\x");
            appendHex(word, c);
        } else {
            word += c;
        }
    }
    return word += "'";
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
    const std::string start = "lockctl " + command;
    if (!isTypable(resource))
        return start + " --resource-b64 " + shellWord(absl::Base64Escape(resource.value()))
            + options;
    const std::string name = shellWord(resource.value());
    // After "--", because a name that begins with a dash would be parsed as an option.
    if (resource.value().starts_with('-'))
        return start + options + " -- " + name;
    return start + " " + name + options;
}

} // namespace lockkeeper::ctl
