// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/words/scheme_words.h"

#include "core/text/translate.h"

#include <array>
#include <string_view>

namespace lockkeeper::words {
namespace {

struct Fault {
    std::string_view scheme;
    const char* text;
};
constexpr std::array kFaults{
    Fault{"redlock",
        trNoop(
            "A holder that is paused beyond its lease works on unless it is fenced; masters that "
            "forget at about the same time vote twice.")},
    Fault{"setnx-expire",
        trNoop(
            "A crash between SETNX and EXPIRE leaves a lock that never expires, and DEL may free "
            "the lock of another.")},
    Fault{"setnx-timestamp",
        trNoop("A client whose clock is ahead takes the lock from its holder; the value names "
               "nobody.")},
    Fault{"lua-setnx-expire",
        trNoop("Work that outlives the TTL lets another in, and DEL then frees the lock of that "
               "one.")},
    Fault{"set-nx-px",
        trNoop("Work that outlives the TTL lets another in, and DEL then frees the lock of that "
               "one.")},
    Fault{"set-nx-px-token-get-del",
        trNoop("A lock that runs out between GET and DEL is another's when DEL arrives.")},
    Fault{"set-nx-px-token",
        trNoop("A failover to a replica that missed the lock lets another in; nobody renews it.")},
    Fault{"redisson",
        trNoop("A failover to a replica that missed the lock lets another in; a watchdog that "
               "outlives its work renews for ever.")},
    Fault{"redis-py",
        trNoop(
            "A failover to a replica that missed the lock lets another in; without a TTL a crash "
            "locks for ever.")},
};

} // namespace

std::string schemeFaultText(lock::SchemeRef scheme)
{
    for (const Fault& fault : kFaults) {
        if (fault.scheme == nameOf(scheme))
            return tr(fault.text);
    }
    return {};
}

} // namespace lockkeeper::words
