// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <initializer_list>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace lockkeeper::redis {

/// Arguments on their way into a command. Owns their bytes, so it may outlive what it was filled
/// from. A value, stored in its encoded form.
class Arguments {
public:
    Arguments() = default;
    Arguments(std::initializer_list<std::string_view> arguments);
    explicit Arguments(const std::vector<std::string>& arguments);

    void add(std::string_view argument);
    [[nodiscard]] std::size_t size() const noexcept { return m_size; }

private:
    friend class Command;
    std::string m_wire;
    std::size_t m_size = 0;
};

/// One command as length-prefixed arguments, so that no byte of a name or value can end an argument
/// early. A value, stored in its encoded form: a command for all masters is encoded once.
/// Immutable.
class Command {
public:
    /// At least one argument.
    Command(std::initializer_list<std::string_view> arguments);
    explicit Command(const std::vector<std::string>& arguments);
    explicit Command(std::span<const std::string_view> arguments);
    /// The arguments of all three, in order.
    Command(std::initializer_list<std::string_view> first, const Arguments& second,
        const Arguments& third);

    /// The arguments as they were given. Decoded on each call.
    [[nodiscard]] std::vector<std::string> arguments() const;
    /// The command's name, for messages. Arguments may hold secrets and are never printed. Valid as
    /// long as this object.
    [[nodiscard]] std::string_view name() const noexcept;
    /// The command in RESP.
    [[nodiscard]] const std::string& wire() const noexcept { return m_wire; }

private:
    std::string m_wire;
};

/// Several commands that are sent together, in order. A value.
class Pipeline {
public:
    /// At least one argument.
    void add(std::initializer_list<std::string_view> arguments);
    void add(std::span<const std::string_view> arguments);
    void clear() noexcept;

    [[nodiscard]] std::size_t size() const noexcept { return m_size; }
    [[nodiscard]] bool isEmpty() const noexcept { return m_size == 0; }
    /// All commands in RESP.
    [[nodiscard]] const std::string& wire() const noexcept { return m_wire; }
    /// The single commands. Decoded on each call.
    [[nodiscard]] std::vector<Command> commands() const;

private:
    std::string m_wire;
    std::size_t m_size = 0;
};

} // namespace lockkeeper::redis
