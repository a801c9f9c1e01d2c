// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/observe/formats/format.h"
#include "core/types.h"

#include <string>

namespace lockkeeper::ctl {

[[nodiscard]] const char* modeWord(observe::LockMode mode) noexcept;

/// '' if empty. Safe to print.
[[nodiscard]] std::string nameText(const Resource& resource);

/// Neither empty nor with NUL.
[[nodiscard]] bool isTypable(const Resource& resource) noexcept;

/// For dash, bash, zsh and fish. Special names become Base64. `options`: with a leading blank.
[[nodiscard]] std::string lockctlLine(
    const std::string& command, const Resource& resource, const std::string& options = {});

} // namespace lockkeeper::ctl
