// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <initializer_list>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace lockkeeper::redis {

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

/// A command in RESP, encoded once for all masters; no byte of a value ends an argument. Immutable.
class Command {
public:
    /// At least one argument.
    Command(std::initializer_list<std::string_view> arguments);
    explicit Command(const std::vector<std::string>& arguments);
    explicit Command(std::span<const std::string_view> arguments);
    Command(std::initializer_list<std::string_view> first, const Arguments& second,
        const Arguments& third);

    [[nodiscard]] std::vector<std::string> arguments() const;
    /// For messages. Never print arguments: they may be secrets.
    [[nodiscard]] std::string_view name() const noexcept;
    [[nodiscard]] const std::string& wire() const noexcept { return m_wire; }

private:
    std::string m_wire;
};

/// Commands that are sent together.
class Pipeline {
public:
    void add(std::initializer_list<std::string_view> arguments);
    void add(std::span<const std::string_view> arguments);
    void clear() noexcept;

    [[nodiscard]] std::size_t size() const noexcept { return m_size; }
    [[nodiscard]] bool isEmpty() const noexcept { return m_size == 0; }
    [[nodiscard]] const std::string& wire() const noexcept { return m_wire; }
    [[nodiscard]] std::vector<Command> commands() const;

private:
    std::string m_wire;
    std::size_t m_size = 0;
};

} // namespace lockkeeper::redis
