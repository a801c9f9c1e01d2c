// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/base/all_deployments.h"

#include <atomic>
#include <exception>
#include <thread>

namespace lockkeeper::ctl {

void forEachAtOnce(std::size_t count, const std::function<void(std::size_t)>& work)
{
    constexpr std::size_t kAtOnce = 16;
    std::atomic<std::size_t> next = 0;
    const auto workOn = [&] {
        for (std::size_t i = next++; i < count; i = next++)
            work(i);
    };
    std::vector<std::jthread> threads; // ends before what they use
    while (threads.size() < std::min(kAtOnce, count))
        threads.emplace_back(workOn);
}

Error thrownError()
{
    try {
        throw;
    } catch (const std::exception& error) {
        return {ErrorClass::System, error.what()};
    }
}

} // namespace lockkeeper::ctl
