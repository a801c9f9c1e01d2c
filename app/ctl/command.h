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

/// A command of lockctl. Only its CommandEntry names it. For one command line: addOptions(), then
/// check() and run() if given.
class Command {
public:
    Command() = default;
    Command(const Command&) = delete;
    Command& operator=(const Command&) = delete;
    virtual ~Command() = default;

    virtual void addOptions(CLI::App& /*command*/) { }
    /// Receives the arguments after "--"; null: takes none.
    [[nodiscard]] virtual std::vector<std::string>* argumentsBehindDashes() { return nullptr; }
    [[nodiscard]] virtual bool printsJson() const { return true; }
    /// Whether it can look at all deployments of the file: --all.
    [[nodiscard]] virtual bool takesAll() const { return false; }
    /// Checks that need several options. Throws CLI::ParseError.
    virtual void check(const GlobalOptions& /*globals*/) { }
    /// Blocks until done; returns the exit code. Problems go to standard error, one per line.
    [[nodiscard]] virtual int run(const GlobalOptions& globals) = 0;
};

struct KnownCommand {
    const char* name;
    const char* help; ///< one line; pass it to tr()
    std::function<std::unique_ptr<Command>()> make;
};

[[nodiscard]] std::map<int, KnownCommand>& knownCommands();

/// Registers a command, as a global object beside its class.
template <class C> struct CommandEntry {
    /// `place` orders the help and is unique.
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
            std::abort(); // never lose a command silently
    }
};

} // namespace lockkeeper::ctl
