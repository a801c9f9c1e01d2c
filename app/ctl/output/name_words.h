// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/observe/formats/format.h"
#include "core/types.h"

#include <string>

namespace lockkeeper::ctl {

/// How holders share a lock, for people: "exclusive", "read", "write", "semaphore".
[[nodiscard]] const char* modeWord(observe::LockMode mode) noexcept;

/// A lock's name for people; '' if it is empty. Safe to print.
[[nodiscard]] std::string nameText(const Resource& resource);

/// True if a name can be given as RESOURCE: it is not empty and has no NUL, which ends an argument.
[[nodiscard]] bool isTypable(const Resource& resource) noexcept;

/// A line for dash, bash, zsh and fish that runs a command of lockctl on a lock, whatever its name:
/// what is not plain text stands in Base64. `options` are empty or begin with a blank.
[[nodiscard]] std::string lockctlLine(
    const std::string& command, const Resource& resource, const std::string& options = {});

} // namespace lockkeeper::ctl
