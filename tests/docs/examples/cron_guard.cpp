// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0

// Explained in docs/examples/cron_guard.md.
#include <lockkeeper/lock_client.h>

#include <csignal>
#include <cstdlib>
#include <iostream>
#include <sys/wait.h>
#include <unistd.h>

using namespace lockkeeper;

namespace {

constexpr int kUsage = 64;
constexpr int kTryLater = 75; // cron mails the message

/// Runs the command and returns its exit code. If the lock is lost, kills the command and all that
/// it has started: another host may run the job then.
int run(const char* command, const std::stop_token& lost)
{
    const pid_t job = ::fork();
    if (job < 0)
        return kTryLater;
    if (job == 0) {
        ::setpgid(0, 0);
        ::execl("/bin/sh", "sh", "-c", command, nullptr);
        ::_exit(127);
    }
    ::setpgid(job, job); // here, too: one of both is first
    {
        const std::stop_callback onLoss(lost, [job] { ::kill(-job, SIGKILL); });
        siginfo_t ended{};
        // WNOWAIT: until the callback is gone, no other process can get the number.
        ::waitid(P_PID, static_cast<id_t>(job), &ended, WEXITED | WNOWAIT);
    }
    int status = 0;
    ::waitpid(job, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

} // namespace

int main(int argc, char* argv[])
{
    if (argc < 5) {
        std::cerr << "usage: cron_guard NAME SECONDS COMMAND MASTER...\n";
        return kUsage;
    }
    const std::string name = argv[1];
    const auto ttl = lock::Ttl::from(std::chrono::seconds(std::atoi(argv[2])));
    const auto deployment = config::deploymentFromUrls("jobs", {argv + 4, argv + argc});
    if (!ttl || !deployment) {
        std::cerr << (ttl ? deployment.error() : ttl.error()).text << '\n';
        return kUsage;
    }
    //! [cron guard]
    lock::Owner owner = lock::Owner::thisProcess("cron_guard");
    owner.mayOutliveProcess = true; // the command may, and the lock is left to expire
    lock::LockClient client(*deployment, owner);

    auto outcome = client.acquire(Resource("cron:" + name), {.ttl = *ttl});
    if (outcome && std::holds_alternative<lock::Contended>(*outcome)) {
        std::cout << name << ": another host has it\n";
        return 0;
    }
    if (!outcome || !std::holds_alternative<lock::Lease>(*outcome)) {
        std::cerr << name << ": not run, too few masters answered\n";
        return kTryLater;
    }
    auto lease = std::get<lock::Lease>(std::move(*outcome));
    const int exitCode = run(argv[3], lease.lost());
    if (!lease.isHeld()) {
        std::cerr << name << ": ended, its lock was lost\n";
        return kTryLater;
    }
    lease.leaveToExpire(); // not released: a host whose clock is slow still finds it taken
    return exitCode;
    //! [cron guard]
}
