// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

namespace lockkeeper::ctl {

/// The help of lockctl and its commands in the chosen language, laid out as CLI11 does it, but also
/// aligned where characters take two columns. Titles of groups are translated when they are
/// printed, other texts when the options are added. Needs a UTF-8 LC_CTYPE.
class HelpFormatter : public CLI::Formatter {
public:
    HelpFormatter();

    std::string make_group(
        std::string group, bool isPositional, std::vector<const CLI::Option*> opts) const override;
    std::string make_usage(const CLI::App* app, std::string name) const override;
    std::string make_subcommands(const CLI::App* app, CLI::AppFormatMode mode) const override;
    std::string make_subcommand(const CLI::App* sub) const override;
    std::string make_option(const CLI::Option* opt, bool isPositional) const override;

private:
    [[nodiscard]] std::string lineOf(const std::string& name, const std::string& about) const;
};

} // namespace lockkeeper::ctl
