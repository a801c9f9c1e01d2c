// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The first program of docs/library.md.
//! [first lock]
#include <lockkeeper/lock_client.h>

#include <iostream>

using namespace lockkeeper;
using namespace std::chrono_literals;

int main(int argc, char* argv[])
{
    // One URL per master: redis://10.0.0.1 redis://10.0.0.2 redis://10.0.0.3
    const auto deployment = config::deploymentFromUrls("orders", {argv + 1, argv + argc});
    if (!deployment) {
        std::cerr << deployment.error().text << '\n';
        return 64;
    }
    static const SystemClock clock; // late answers may still ask it
    lock::LockClient client(*deployment, lock::Owner::thisProcess("billing"), clock);

    auto outcome = client.acquire("orders:42", {.ttl = 30s});
    if (!outcome || !std::holds_alternative<lock::Lease>(*outcome)) {
        std::cerr << "not mine\n";
        return 1;
    }
    const auto lease = std::get<lock::Lease>(std::move(*outcome));
    std::cout << "working on " << lease.resource().value() << '\n';
} // ~Lease releases
//! [first lock]
