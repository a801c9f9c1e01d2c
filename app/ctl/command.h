// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/ctl/base/global_options.h"

#include <CLI/CLI.hpp>
#include <cstdlib>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace lockkeeper::ctl {

/// A command of lockctl. addOptions() is always called; check() and run() if the command is given.
class Command {
public:
    Command() = default;
    Command(const Command&) = delete;
    Command& operator=(const Command&) = delete;
    virtual ~Command() = default;

    virtual void addOptions(CLI::App& /*command*/) { }
    /// For arguments after "--"; null: none.
    [[nodiscard]] virtual std::vector<std::string>* argumentsBehindDashes() { return nullptr; }
    [[nodiscard]] virtual bool printsJson() const { return true; }
    [[nodiscard]] virtual bool takesAll() const { return false; }
    /// Throws CLI::ParseError if options don't fit together.
    virtual void check(const GlobalOptions& /*globals*/) { }
    /// Returns the exit code. Prints one line per problem on standard error.
    [[nodiscard]] virtual int run(const GlobalOptions& globals) = 0;
};

struct KnownCommand {
    const char* name;
    const char* help; ///< pass it to tr()
    std::function<std::unique_ptr<Command>()> make;
};

[[nodiscard]] std::map<int, KnownCommand>& knownCommands();

/// Registers a command, as a global object beside its class.
template <class C> struct CommandEntry {
    /// `place` orders the help; unique.
    template <class... Arguments>
    CommandEntry(int place, const char* name, const char* help, Arguments... arguments)
    {
        const bool isNew
            = knownCommands()
                  .emplace(place,
                      KnownCommand{
                          name, help, [arguments...] { return std::make_unique<C>(arguments...); }})
                  .second;
        if (!isNew)
            std::abort();
    }
};

} // namespace lockkeeper::ctl
