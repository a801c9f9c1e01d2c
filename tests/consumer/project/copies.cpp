// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Says of each public class whether it is copied, only moved, or neither.
#include <lockkeeper/lock_mutex.h>

#include <lockkeeper/checks.h>
#include <lockkeeper/deployments_file.h>
#include <lockkeeper/deployments_text.h>
#include <lockkeeper/never_destroyed.h>
#include <lockkeeper/secret.h>
#include <lockkeeper/zookeeper_client.h>

#include <concepts>
#include <type_traits>

namespace lockkeeper {
namespace {

template <class... T> constexpr bool areCopied = (std::copyable<T> && ...);
template <class... T>
constexpr bool areOnlyMoved
    = ((std::movable<T> && !std::is_copy_constructible_v<T> && !std::is_copy_assignable_v<T>)&&...);
template <class... T>
constexpr bool areNeither = ((
    !std::is_move_constructible_v<
        T> && !std::is_move_assignable_v<T> && !std::is_copy_constructible_v<T> && !std::is_copy_assignable_v<T>)&&...);

// Values.
static_assert(areCopied<BootClock, Error, Fingerprint, Secret, StrongString<struct ResourceTag>,
    std::hash<Resource>, ThreadIdentity>);
static_assert(areCopied<config::BrokenDeployment, config::Deployment, config::DeploymentsFile,
    config::Ensemble, config::FormatHint, config::HistoryServer, config::MasterConfig,
    config::NewHint, config::ParsedDeployments, config::PasswordSource, config::Liveness,
    config::SentinelGroup, config::Thresholds, config::UserFormat>);
static_assert(areCopied<lock::AcquireOptions, lock::Ask, lock::Contended, lock::CurrentHolder,
    lock::Deadlocked, lock::Deadlocked::Link, lock::FencingToken, lock::LockMutex::Asked,
    lock::LockMutexOptions, lock::Margin, lock::MasterVote, lock::NoQuorum, lock::Owner,
    lock::PlaceHolder, lock::QueueOptions, lock::SchemeRef, lock::SessionOptions, lock::TokenParts,
    lock::Ttl>);
static_assert(areCopied<redis::Tls, redis::Url>);

// A lock has one holder.
static_assert(areOnlyMoved<lock::Lease>);

// Others refer to these.
static_assert(areNeither<lock::LockClient, lock::LockMutex, lock::Metrics, lock::ZooKeeperClient,
    Clock, SystemClock, StoppedClock, Mutex, MutexLock, Condition, NeverDestroyed<int>>);

// What the compiler converts, and what must be named.
static_assert(std::is_convertible_v<std::chrono::seconds, lock::Ttl>);
static_assert(!std::is_convertible_v<std::string, Resource>);
static_assert(!std::is_convertible_v<Resource, Token> && !std::is_convertible_v<Token, Resource>);

[[maybe_unused]] void whatIsEasyToWrite(lock::LockClient& client, const std::string& name)
{
    using namespace std::chrono_literals;
    (void)client.acquire("orders:42", {.ttl = 30s});
    (void)client.acquire(name, {.ttl = 500ms, .wait = 1min});
    (void)client.acquire({"orders:42", "stock:7"}, {.ttl = 1h});
    (void)client.acquire({Resource("orders:42"), Resource(name)}, {.ttl = lock::Ttl::none()});
    (void)client.holder(name);
    lock::LockMutex orders(client, "orders:" + name, {.ttl = 30s});
    (void)orders.try_lock_for(std::chrono::hours::max());
}

} // namespace
} // namespace lockkeeper
