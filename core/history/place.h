// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/config/deployment.h"

#include <concepts>
#include <filesystem>
#include <string>

namespace lockkeeper::history {

/// A history's file, or its schema in a PostgreSQL database.
struct Place {
    Place() = default;
    template <std::convertible_to<std::filesystem::path> Path>
    Place(const Path& path) // NOLINT(google-explicit-constructor): a file is a place
        : file(path)
    { }
    Place(config::HistoryServer database, std::string schemaName)
        : server(std::move(database))
        , schema(std::move(schemaName))
    { }

    [[nodiscard]] bool isServer() const noexcept { return !server.url.empty(); }
    /// For people, without password. May be foreign text: displaySafe().
    [[nodiscard]] std::string text() const { return isServer() ? server.url : file.string(); }
    /// False: nothing was recorded. Blocks for the disk.
    [[nodiscard]] bool mayExist() const
    {
        std::error_code ignored;
        return isServer() || (!file.empty() && std::filesystem::exists(file, ignored));
    }

    std::filesystem::path file;
    config::HistoryServer server;
    std::string schema;
};

} // namespace lockkeeper::history
