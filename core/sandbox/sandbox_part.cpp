// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/sandbox/sandbox_part.h"

#include "core/sandbox/sandbox.h"
#include "core/sandbox/supervisor.h"
#include "core/sandbox/workload/actor.h"

#include <charconv>
#include <fcntl.h>
#include <string_view>

namespace lockkeeper::sandbox {
namespace {

constexpr int kUsageError = 64;

int playSupervisor(const std::vector<std::string>& arguments)
{
    const bool isOurs = ::fcntl(kLifelineFd, F_GETFD) >= 0 && ::fcntl(kStatusFd, F_GETFD) >= 0;
    if (!isOurs || arguments.size() != 2)
        return kUsageError;
    std::size_t masters = 0;
    const std::string& count = arguments[0];
    std::from_chars(count.data(), count.data() + count.size(), masters);
    Supervisor supervisor(masters, arguments[1] == kWithWorkload);
    return supervisor.run();
}

int playActor(const std::vector<std::string>& arguments)
{
    const Actor* const actor = arguments.empty() ? nullptr : findActor(arguments.front());
    if (actor == nullptr)
        return kUsageError;
    const auto deployment
        = config::deploymentFromUrls("sandbox", {arguments.begin() + 1, arguments.end()});
    return deployment ? actor->run(*actor, *deployment) : kUsageError;
}

} // namespace

std::string serverName(std::size_t index)
{
    return "master-" + config::masterIdFor(index).value();
}

std::optional<int> runSandboxPart(int argc, char* argv[])
{
    if (argc < 3 || std::string_view(argv[1]) != kPartArgument)
        return std::nullopt;
    const std::string_view part = argv[2];
    const std::vector<std::string> arguments(argv + 3, argv + argc);
    if (part == kSupervisorPart)
        return playSupervisor(arguments);
    if (part == kActorPart)
        return playActor(arguments);
    return kUsageError;
}

} // namespace lockkeeper::sandbox
