// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/help_formatter.h"

#include "app/ctl/output/table_output.h"
#include "core/text/translate.h"

#include <absl/strings/str_cat.h>
#include <absl/strings/substitute.h>

namespace lockkeeper::ctl {
namespace {

std::string titleLine(const char* title)
{
    return absl::StrCat("\n", absl::Substitute(tr("$0:", "title"), title), "\n");
}

} // namespace

HelpFormatter::HelpFormatter()
{
    label("Positionals", tr("Positionals"));
    label("OPTIONS", tr("OPTIONS"));
    label("SUBCOMMAND", tr("SUBCOMMAND"));
    label("REQUIRED", tr("REQUIRED"));
    label("Needs", tr("Needs"));
    label("Excludes", tr("Excludes"));
}

std::string HelpFormatter::make_group(
    std::string group, bool isPositional, std::vector<const CLI::Option*> opts) const
{
    std::string text = titleLine(tr(group.c_str()));
    for (const CLI::Option* option : opts)
        text += make_option(option, isPositional);
    return text;
}

std::string HelpFormatter::make_usage(const CLI::App* app, std::string name) const
{
    const std::string title = "Usage: ";
    const std::string usage = CLI::Formatter::make_usage(app, std::move(name));
    return absl::Substitute(tr("$0: $1"), tr("Usage"), usage.substr(title.size()));
}

std::string HelpFormatter::make_subcommands(const CLI::App* app, CLI::AppFormatMode /*mode*/) const
{
    const auto commands = app->get_subcommands({});
    if (commands.empty())
        return {};
    std::string text = titleLine(tr("Subcommands"));
    for (const CLI::App* command : commands)
        text += make_subcommand(command);
    return text;
}

std::string HelpFormatter::make_subcommand(const CLI::App* sub) const
{
    return lineOf(sub->get_display_name(true), sub->get_description());
}

std::string HelpFormatter::make_option(const CLI::Option* opt, bool isPositional) const
{
    return lineOf(
        make_option_name(opt, isPositional) + make_option_opts(opt), make_option_desc(opt));
}

std::string HelpFormatter::lineOf(const std::string& name, const std::string& about) const
{
    const std::size_t column = get_column_width();
    const std::string left = "  " + name;
    const bool isAlone = displayWidth(left) >= column;
    return (isAlone ? left + "\n" + std::string(column, ' ') : padded(left, column)) + about + "\n";
}

} // namespace lockkeeper::ctl
