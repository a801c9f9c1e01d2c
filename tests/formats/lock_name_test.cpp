// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/observe/formats/lock_name.h"
#include "tests/support/test_class.h"

namespace lockkeeper::tests::lock_name_test {

using namespace lockkeeper::observe;

class LockNameTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void nameSaysWhatItNames_data()
    {
        QTest::addColumn<NameHint>("hint");
        const auto rows = [](NameHint hint, std::initializer_list<const char*> names) {
            for (const char* name : names)
                QTest::newRow(name) << hint;
        };
        rows(NameHint::Lock,
            {"lock", "LOCK", "lock:orders", "lock.orders", "orders:7:lock", "orders_lock",
                "ordersLock", "order-lock:5", "lock_order_5", "LOCK_ORDER", "DBLock:7", "my_lock",
                "mylock", "locks:orders", "leases:web", "mutexes:x", "user/7/mutex",
                "import-lease-3", "semaphore:render", "redlock:a", "rwlock:a", "cronlock",
                "redis_lock_product_1", "lock:import:settings:7", "lock:queue:7",
                "lock:count-orders:7", "clock:lock", "cache:lock:7", "bull:mail:7:lock",
                "@simple-redis-mutex:lock-a"});
        rows(NameHint::Resembles,
            {"orderlock:7", "scheduler:leader", "leader-election", "lock:import:status",
                "mutex:order:init"});
        rows(NameHint::Other,
            {"lock_stats", "lock_attempts:joe", "lock-timeout", "order_lock:5:state",
                "lock:last_acquired_at:billing", "simple-redis-mutex:fencing-tokens", "session:7",
                "cache:7", "csrf_token:7", "lock:attempts:joe", "order:lock:failures:7",
                "user:ann-lock:last_order", "lease:agreement:17:signed", "lock:lua:sha",
                "terraform.lock.hcl:prod", "presence:7", "heartbeat:web-1",
                "bull:lock-jobs:limiter", "bull:locks:repeat", "asgi:group:door_lock_7",
                "rsmq:lock-jobs"});
        rows(NameHint::Nothing,
            {"", "orders:7", "locked_at", "user:7:locked_until", "unlocked:7", "lockout:joe",
                "locker:7", "adblock:7", "wallclock", "please", "pricelock:7", "release:2.0",
                "prerelease", "leaderboard:7", "blocking", "unlock:code", "lockdown",
                "semaphored"});
    }
    void nameSaysWhatItNames()
    {
        QFETCH(const NameHint, hint);
        QCOMPARE(int(nameHint(QTest::currentDataTag())), int(hint));
    }

    void longNamesAreReadInPart()
    {
        std::string name;
        for (int i = 0; i < 10'000'000; ++i)
            name += "lock:";
        QCOMPARE(int(nameHint(name)), int(NameHint::Lock));
    }

    void listsOfLocksAreNamedSo()
    {
        QVERIFY(isOfManyLocks("seat:locks:7"));
        QVERIFY(isOfManyLocks("leases"));
        QVERIFY(!isOfManyLocks("locks:order-lock"));
        QVERIFY(!isOfManyLocks("order:7"));
    }

    void whatIsStoredIsNamedSo()
    {
        for (const char* name : {"user:7:api_key", "device:17:external_id", "users:last-signup",
                 "feed:cursor", "homepage:etag", "traceLatest", "chat:typing:general"})
            QVERIFY2(isOfValue(name), name);
        for (const char* name : {"nightly-import", "orders:7", "identity", "keyring:rotate", ""})
            QVERIFY2(!isOfValue(name), name);
        for (const char* name : {"importer:in_progress", "job:close-order:running", "gpu:0:owner",
                 "inflight:7", "syncing:7", "generating:report:7"})
            QVERIFY2(isOfWork(name), name);
        for (const char* name : {"the:owner:7:cat", "ping", "a:setting:x"})
            QVERIFY2(!isOfWork(name), name);
    }

    void countersOfLocksSaySo()
    {
        for (const char* name : {"lock:gone:seq", "lock:switch:counter:write_switch:W1",
                 "order_lock_count", "mutex:orders:sequences", "ordersLock/counter/7",
                 "LIMITS:LIMITER/lock-api/user7/10/1/minute", "app:rate_limit:/locks:7",
                 "throttle:door-lock:7", "ratelimit:unlock/lock:7"})
            QVERIFY2(isOfCounter(name), name);
        for (const char* name :
            {"lock:count-orders:7", "counter:7:lock", "orders:seq", "lock:orders",
                "lock:consequence", "rate_limit_lock:7", "lock:ratelimit:7", "limits:orders:7"})
            QVERIFY2(!isOfCounter(name), name);
        for (const char* name : {"semaphore:render", "pdfSemaphore", "SEMAPHORES/7"})
            QVERIFY2(isOfPermits(name), name);
        for (const char* name : {"lock:semaphore", "semaphore_mutex:7", "semaphored", "orders"})
            QVERIFY2(!isOfPermits(name), name);
        for (const char* name : {"{lock:gone}:seq", "{orders}:counter", "{lock:gone}:rel:1"})
            QVERIFY2(isBesideLock(name) || isNumberBesideLock(name), name);
        for (const char* name :
            {"{lock:gone}:h", "{lock:gone}:rel:web", "lock:{seq}", "{lock}:seq:lock", "{lock:a}"})
            QVERIFY2(!isBesideLock(name) && !isNumberBesideLock(name), name);
    }

    void locksOfAccountsSaySo_data()
    {
        QTest::addColumn<bool>("isOfAccount");
        for (const char* name : {"account:lock:ann", "login_lock_7", "lock_account_7", "pinLock:7",
                 "unlock:lock:user:7"})
            QTest::newRow(name) << true;
        for (const char* name : {"lock:orders", "lock:account:7", "account:7:orders:lock",
                 "account_sync_lock", "login:7", "sync_lock:AccountSyncJob",
                 "task_lock:cleanLoginLog", "accounting:lock:7"})
            QTest::newRow(name) << false;
    }
    void locksOfAccountsSaySo()
    {
        QFETCH(const bool, isOfAccount);
        QCOMPARE(lockkeeper::observe::isOfAccount(QTest::currentDataTag()), isOfAccount);
    }
};

LOCKKEEPER_TEST(LockNameTest)

} // namespace lockkeeper::tests::lock_name_test

#include "lock_name_test.moc"
