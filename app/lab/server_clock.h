// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/result.h"

#include <chrono>
#include <filesystem>
#include <string>
#include <vector>

namespace lockkeeper::lab {

/// An adjustable clock for one redis-server, started with environment().
class ServerClock {
public:
    [[nodiscard]] static Result<ServerClock> make(
        const std::filesystem::path& directory, const std::string& name);

    [[nodiscard]] std::vector<std::string> environment() const;
    [[nodiscard]] Result<void> setAhead(std::chrono::milliseconds ahead) const;

private:
    ServerClock(std::filesystem::path shim, std::filesystem::path advance)
        : m_shim(std::move(shim))
        , m_advance(std::move(advance))
    { }
    std::filesystem::path m_shim;
    std::filesystem::path m_advance;
};

} // namespace lockkeeper::lab
