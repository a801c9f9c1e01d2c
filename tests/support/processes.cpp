// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/processes.h"

#include <charconv>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <optional>
#include <sstream>

namespace lockkeeper::tests {
namespace {

struct Status {
    char state = '?';
    pid_t parent = 0;
};

std::filesystem::path folderOf(pid_t pid)
{
    return std::filesystem::path("/proc") / std::to_string(pid);
}

std::optional<Status> statusOf(pid_t pid)
{
    std::ifstream file(folderOf(pid) / "stat");
    std::string text(std::istreambuf_iterator<char>(file), {});
    const std::size_t nameEnd = text.rfind(')'); // the name may hold anything
    if (nameEnd == std::string::npos)
        return std::nullopt;
    Status status;
    std::istringstream(text.substr(nameEnd + 1)) >> status.state >> status.parent;
    return status;
}

std::multimap<pid_t, pid_t> childrenByParent()
{
    std::multimap<pid_t, pid_t> children;
    for (const auto& entry : std::filesystem::directory_iterator("/proc")) {
        const std::string name = entry.path().filename();
        pid_t pid = 0;
        std::from_chars(name.data(), name.data() + name.size(), pid);
        if (const auto status = pid > 0 ? statusOf(pid) : std::nullopt)
            children.emplace(status->parent, pid);
    }
    return children;
}

} // namespace

bool isAlive(pid_t pid)
{
    const auto status = statusOf(pid);
    return status && status->state != 'Z' && status->state != 'X';
}

std::vector<pid_t> descendantsOf(pid_t pid)
{
    const auto children = childrenByParent();
    std::vector<pid_t> found{pid};
    for (std::size_t i = 0; i < found.size(); ++i) {
        const auto [begin, end] = children.equal_range(found[i]);
        for (auto child = begin; child != end; ++child)
            found.push_back(child->second);
    }
    found.erase(found.begin());
    return found;
}

std::vector<std::string> argumentsOf(pid_t pid)
{
    std::ifstream file(folderOf(pid) / "cmdline");
    std::vector<std::string> arguments;
    for (std::string argument; std::getline(file, argument, '\0');)
        arguments.push_back(argument);
    return arguments;
}

} // namespace lockkeeper::tests
