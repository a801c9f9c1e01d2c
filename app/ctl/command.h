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

/// A command of lockctl: its options and what it does. A file of commands/ has one, or two that are
/// much alike, and makes them known by a CommandEntry: nothing else names them.
///
/// An object is for one command line: addOptions(), then, if it was given, check() and run().
class Command {
public:
    Command() = default;
    Command(const Command&) = delete;
    Command& operator=(const Command&) = delete;
    virtual ~Command() = default;

    /// Adds its options to `command`. Parsing fills members of this object.
    virtual void addOptions(CLI::App& /*command*/) { }
    /// Where arguments behind "--" go; null if the command takes none.
    [[nodiscard]] virtual std::vector<std::string>* argumentsBehindDashes() { return nullptr; }
    /// Whether it has an answer for --json.
    [[nodiscard]] virtual bool printsJson() const { return true; }
    /// What one option alone can't tell. Throws CLI::ParseError with what is wrong.
    virtual void check(const GlobalOptions& /*globals*/) { }
    /// Carries it out and returns the exit code. Results go to standard output, one line for each
    /// problem to standard error. Blocks until the command is done.
    [[nodiscard]] virtual int run(const GlobalOptions& globals) = 0;
};

/// A command that can be given.
struct KnownCommand {
    const char* name;
    const char* help; ///< what it does, in a line; tr() it
    std::function<std::unique_ptr<Command>()> make;
};

/// All commands, by their places.
[[nodiscard]] std::map<int, KnownCommand>& knownCommands();

/// Makes a command known, as a global object beside its class.
template <class C> struct CommandEntry {
    /// The help lists commands by their places; each has one of its own. `arguments` are those of
    /// the constructor.
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
            std::abort(); // it would be missing without a word
    }
};

} // namespace lockkeeper::ctl
