// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0

// Explained in docs/examples/worker.md.
#include <lockkeeper/lock_client.h>

#include <SQLiteCpp/SQLiteCpp.h>
#include <cstdlib>
#include <iostream>

using namespace lockkeeper;
using namespace std::chrono_literals;

namespace {

/// The orders, in SQLite. Knows the newest fencing token of each, and refuses older ones.
class Orders {
public:
    explicit Orders(const std::string& file)
        : m_database(file, SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE, kPatienceMs)
    {
        m_database.exec("CREATE TABLE IF NOT EXISTS orders ("
                        "id TEXT PRIMARY KEY, fence INTEGER NOT NULL, worker TEXT)");
    }

    //! [worker]
    /// From here on, only this worker or a later one can finish the order. Returns false if a later
    /// one has begun already. One statement compares and writes: nothing comes in between.
    bool begin(const std::string& id, lock::FencingToken fence)
    {
        SQLite::Statement statement(m_database,
            "INSERT INTO orders (id, fence) VALUES (?, ?) "
            "ON CONFLICT (id) DO UPDATE SET fence = excluded.fence "
            "WHERE excluded.fence > orders.fence");
        statement.bind(1, id);
        statement.bind(2, number(fence));
        return statement.exec() == 1;
    }

    bool isFinished(const std::string& id)
    {
        SQLite::Statement statement(
            m_database, "SELECT 1 FROM orders WHERE id = ? AND worker IS NOT NULL");
        statement.bind(1, id);
        return statement.executeStep();
    }

    /// Returns false, and writes nothing, if a later worker has begun.
    bool finish(const std::string& id, lock::FencingToken fence, const std::string& worker)
    {
        SQLite::Statement statement(
            m_database, "UPDATE orders SET worker = ? WHERE id = ? AND fence = ?");
        statement.bind(1, worker);
        statement.bind(2, id);
        statement.bind(3, number(fence));
        return statement.exec() == 1;
    }
    //! [worker]

private:
    static constexpr int kPatienceMs = 5000; // while another process writes

    static std::int64_t number(lock::FencingToken fence)
    {
        return static_cast<std::int64_t>(fence.value);
    }

    SQLite::Database m_database;
};

/// Returns what became of the order.
std::string work(Orders& orders, const std::string& name, const std::string& id,
    const char* command, lock::FencingToken fence)
{
    const std::string refused = "refused, another worker has had it since";
    if (!orders.begin(id, fence))
        return refused;
    if (orders.isFinished(id))
        return "done already";
    if (std::system(command) != 0)
        return "the command failed";
    // A look at isHeld() would not do: this process may be paused between the look and the write.
    return orders.finish(id, fence, name) ? "done by " + name : refused;
}

} // namespace

int main(int argc, char* argv[])
{
    if (argc < 6) {
        std::cerr << "usage: worker NAME DATABASE ORDER COMMAND MASTER...\n";
        return 64;
    }
    const std::string name = argv[1];
    const std::string id = argv[3];
    const auto deployment = config::deploymentFromUrls("shop", {argv + 5, argv + argc});
    if (!deployment) {
        std::cerr << deployment.error().text << '\n';
        return 64;
    }
    lock::Owner owner = lock::Owner::thisProcess("worker");
    owner.mayOutliveProcess = true; // the command may
    lock::LockClient client(*deployment, owner);

    auto outcome
        = client.acquire(Resource("order:" + id), {.ttl = 2s, .wait = 1min, .isFenced = true});
    if (!outcome || !std::holds_alternative<lock::Lease>(*outcome)) {
        std::cerr << "order " << id << ": not taken\n";
        return 75;
    }
    const auto lease = std::get<lock::Lease>(std::move(*outcome));
    try {
        Orders orders(argv[2]);
        std::cout << "order " << id << ": "
                  << work(orders, name, id, argv[4], lease.fencingToken().value()) << std::endl;
    } catch (const SQLite::Exception& failure) {
        std::cerr << failure.what() << '\n';
        return 74;
    }
} // ~Lease releases
