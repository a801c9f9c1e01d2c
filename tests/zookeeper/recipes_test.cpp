// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/observe/zookeeper/recipes.h"

#include "core/lock/node_names.h"
#include "core/zookeeper/node_id.h"
#include "tests/support/test_class.h"

namespace lockkeeper::tests::recipes_test {

using namespace observe;

namespace {

struct Line {
    std::string path;
    std::string data{};
    std::int64_t owner = 0; ///< 0: no session's
};

/// Nodes in the order of their creation: that of their czxid, from 1 on.
NodeTree treeOf(const std::vector<Line>& lines)
{
    NodeTree tree;
    std::int64_t czxid = 0;
    for (const Line& line : lines) {
        Node& node = tree.add(line.path);
        node.stat.czxid = ++czxid;
        node.stat.ephemeralOwner = line.owner;
        node.data = line.data;
        node.isRead = true;
    }
    return tree;
}

/// The names of the nodes, the first eight characters each, behind the last slash.
QStringList namesOf(const std::vector<NodePlace>& places)
{
    QStringList names;
    for (const NodePlace& place : places)
        names << QString::fromStdString(std::string(lastNameOf(place.path).substr(0, 8)));
    return names;
}

} // namespace

/// What real libraries have written (kazoo 2.8.0, Curator 5.4.0), and what others would.
class RecipesTest : public QObject {
    Q_OBJECT

    struct Expected {
        const char* format;
        LockMode mode;
        Certainty certainty;
        QStringList holders;
        QStringList waiters;
    };
    static void add(const char* name, std::vector<Line> lines, const char* path, Expected expected)
    {
        QTest::newRow(name) << std::move(lines) << QByteArray(path) << QByteArray(expected.format)
                            << QByteArray(nameOf(expected.mode))
                            << QByteArray(nameOf(expected.certainty)) << expected.holders
                            << expected.waiters;
    }

    static void addCurator()
    {
        using Mode = LockMode;
        add("a mutex of Curator",
            {{"/cur/mutex/_c_f78968cf-6942-4bdf-9ba3-bd32f40ef40a-lock-0000000000", "127.0.0.1", 8},
                {"/cur/mutex/_c_caabaf5e-0a33-4000-915c-f59bcf5828af-lock-0000000001", "127.0.0.1",
                    9},
                {"/cur/mutex/_c_bca3bb83-2a34-4c34-bff8-241a94c90450-lock-0000000002", "127.0.0.1",
                    10}},
            "/cur/mutex",
            {"curator-mutex", Mode::Exclusive, Certainty::Certain, {u"_c_f7896"_s},
                {u"_c_caaba"_s, u"_c_bca3b"_s}});
        const std::vector<Line> readWrite{
            {"/rw/_c_609673d0-9a43-466d-8af1-9f5b0b9c0c23-__READ__0000000000", "127.0.0.1", 11},
            {"/rw/_c_f1a40fc9-1f43-4e27-ad45-3bcf33eb6612-__READ__0000000001", "127.0.0.1", 12},
            {"/rw/_c_c758aeb0-1e5b-4b0b-96fb-20dbb3d88695-__WRIT__0000000002", "127.0.0.1", 13},
            {"/rw/_c_0917e2d1-e85f-40d9-8b84-16672425e4e3-__READ__0000000003", "127.0.0.1", 14}};
        add("readers before a writer", readWrite, "/rw",
            {"curator-read-write", Mode::Read, Certainty::Certain, {u"_c_60967"_s, u"_c_f1a40"_s},
                {u"_c_c758a"_s, u"_c_0917e"_s}});
        add("a writer, and its own reader",
            {{"/rw/_c_c758aeb0-1e5b-4b0b-96fb-20dbb3d88695-__WRIT__0000000000", "", 13},
                {"/rw/_c_0917e2d1-e85f-40d9-8b84-16672425e4e3-__READ__0000000001", "", 13},
                {"/rw/_c_609673d0-9a43-466d-8af1-9f5b0b9c0c23-__READ__0000000002", "", 11}},
            "/rw",
            {"curator-read-write", Mode::Write, Certainty::Certain, {u"_c_c758a"_s, u"_c_0917e"_s},
                {u"_c_60967"_s}});
        const std::vector<Line> semaphore{
            {"/sem/leases/_c_bd46d494-5785-4af1-9ffa-607919dec1ad-lease-0000000000", "127.0.0.1",
                15},
            {"/sem/leases/_c_b0a2dff0-9708-45f5-8b56-5a9410457ce4-lease-0000000001", "127.0.0.1",
                16},
            {"/sem/locks/_c_07ba3cfc-390f-40f8-9a63-9da61c01f911-lock-0000000002", "127.0.0.1", 17},
            {"/sem/leases/_c_acb96924-c375-4416-b220-25b846c32f43-lease-0000000002", "127.0.0.1",
                17},
            {"/sem/locks/_c_9c121650-095b-4a69-a4da-85fc998b775b-lock-0000000003", "127.0.0.1",
                18}};
        add("a semaphore of Curator: whose lease has come last still waits", semaphore, "/sem",
            {"curator-semaphore", Mode::Semaphore, Certainty::Certain,
                {u"_c_bd46d"_s, u"_c_b0a2d"_s}, {u"_c_07ba3"_s, u"_c_9c121"_s}});
        add("a leader of Curator",
            {{"/latch/_c_ccc69b20-a4c5-4f54-a0ca-b9088c6cb8e3-latch-0000000000", "node-0", 21},
                {"/latch/_c_aa8be800-5b57-4007-8b74-d657153f57df-latch-0000000001", "node-1", 22}},
            "/latch",
            {"curator-latch", Mode::Exclusive, Certainty::Certain, {u"_c_ccc69"_s},
                {u"_c_aa8be"_s}});
        add("a sequence that has run over",
            {{"/m/_c_caabaf5e-0a33-4000-915c-f59bcf5828af-lock-2147483647", "", 9},
                {"/m/_c_f78968cf-6942-4bdf-9ba3-bd32f40ef40a-lock--2147483648", "", 8}},
            "/m",
            {"curator-mutex", Mode::Exclusive, Certainty::Certain, {u"_c_f7896"_s},
                {u"_c_caaba"_s}});
    }

    static void addKazoo()
    {
        using Mode = LockMode;
        add("a lock of kazoo",
            {{"/locks/orders/b3c173acc52e45c2a08cf36512e766f0__lock__0000000001", "w-2", 2},
                {"/locks/orders/51194330ff2e487189bdd84999bbb57e__lock__0000000000", "w-1", 1}},
            "/locks/orders",
            {"kazoo-lock", Mode::Exclusive, Certainty::Certain, {u"51194330"_s}, {u"b3c173ac"_s}});
        add("a reader of kazoo behind a writer",
            {{"/l/51194330ff2e487189bdd84999bbb57e__lock__0000000000", "w-1", 1},
                {"/l/b3c173acc52e45c2a08cf36512e766f0__rlock__0000000001", "w-2", 2}},
            "/l",
            {"kazoo-lock", Mode::Write, Certainty::Certain, {u"51194330"_s}, {u"b3c173ac"_s}});
        add("readers of kazoo",
            {{"/l/51194330ff2e487189bdd84999bbb57e__rlock__0000000000", "w-1", 1},
                {"/l/b3c173acc52e45c2a08cf36512e766f0__rlock__0000000001", "w-2", 2}},
            "/l",
            {"kazoo-lock", Mode::Read, Certainty::Certain, {u"51194330"_s, u"b3c173ac"_s}, {}});
        add("a semaphore of kazoo",
            {{"/locks/sem", "2"}, {"/locks/sem/1c8533067f9d47f8a4b1eca79b9b73d5", "w-1", 1},
                {"/locks/sem/be1f17d799f74847b7539c35fe99c276", "w-2", 4},
                {"/locks/sem-__lock__/539a24bc71a641c4b8a1dca3a5d055d4__lock__0000000002", "b'w-3'",
                    5}},
            "/locks/sem",
            {"kazoo-semaphore", Mode::Semaphore, Certainty::Certain, {u"1c853306"_s, u"be1f17d7"_s},
                {u"539a24bc"_s}});
    }

    static void addClaims()
    {
        using Mode = LockMode;
        const std::vector<Line> claims{{"/dq/work-locks/queue-0000000000", "", 1},
            {"/dq/work-locks/queue-|order-7|0000000001", "", 2}, {"/lock/lq/taken"},
            {"/lock/lq/taken/entry-100-0000000002", "", 1},
            {"/lock/lq/taken/entry-100-0000000003", "", 2}, {"/jobs/taken/entry-100-0000000000"},
            {"/jobs/taken/entry-100-0000000001", "", 1}};
        for (const char* const item : {"/dq/work-locks/queue-0000000000",
                 "/dq/work-locks/queue-|order-7|0000000001", "/lock/lq/taken/entry-100-0000000003"})
            add(item, claims, item,
                {"queue-item", Mode::Exclusive, Certainty::Likely,
                    {QString::fromLatin1(
                        QByteArray(item).mid(QByteArray(item).lastIndexOf('/') + 1).left(8))},
                    {}});
        add("an item of a queue that is called otherwise", claims,
            "/jobs/taken/entry-100-0000000001",
            {"queue-item", Mode::Exclusive, Certainty::Possible, {u"entry-10"_s}, {}});
    }

    static void addOthers()
    {
        using Mode = LockMode;
        add("Java's recipe",
            {{"/j/x-72057594037927936-0000000000", "", 1},
                {"/j/x-72057594037927937-0000000001", "", 2}},
            "/j",
            {"zookeeper-recipe", Mode::Exclusive, Certainty::Certain, {u"x-720575"_s},
                {u"x-720575"_s}});
        add("C's recipe", {{"/c/x-010000b38b30000a-0000000004", "", 1}}, "/c",
            {"zookeeper-recipe", Mode::Exclusive, Certainty::Certain, {u"x-010000"_s}, {}});
        add("go-zookeeper", {{"/g/_c_0917e2d1e85f40d98b8416672425e4e3-lock-0000000000", "", 1}},
            "/g", {"go-zookeeper", Mode::Exclusive, Certainty::Certain, {u"_c_0917e"_s}, {}});
        add("zk-ruby",
            {{"/_zklocking/orders/sh0000000000", "", 1},
                {"/_zklocking/orders/ex0000000001", "", 2}},
            "/_zklocking/orders",
            {"zk-ruby", Mode::Read, Certainty::Certain, {u"sh000000"_s}, {u"ex000000"_s}});
        const std::vector<Line> solr{
            {"/overseer_elect/election/72057594037927937-10.0.0.1:8983_solr-n_0000000004", "", 1},
            {"/overseer_elect/election/72057594037927938-10.0.0.2:8983_solr-n_0000000003", "", 2}};
        add("Solr's election", solr, "/overseer_elect/election",
            {"solr-election", Mode::Exclusive, Certainty::Certain, {u"72057594"_s},
                {u"72057594"_s}});
        add("Solr's overseer", {{"/overseer_elect/leader", "{}", 1}}, "/overseer_elect/leader",
            {"solr-election", Mode::Exclusive, Certainty::Certain, {u"leader"_s}, {}});
        add("Mesos' masters",
            {{"/mesos/json.info_0000000007", "{}", 1}, {"/mesos/json.info_0000000009", "{}", 2},
                {"/mesos/log_replicas"}},
            "/mesos",
            {"mesos-master", Mode::Exclusive, Certainty::Certain, {u"json.inf"_s},
                {u"json.inf"_s}});
        add("ElasticJob's leader", {{"/jobs/mail/leader/election/instance", "10.0.0.1@-@4711", 1}},
            "/jobs/mail/leader/election/instance",
            {"elasticjob", Mode::Exclusive, Certainty::Certain, {u"instance"_s}, {}});
        add("HBase's master elsewhere", {{"/hbase-unsecure/master", "x", 1}},
            "/hbase-unsecure/master",
            {"hbase-master", Mode::Exclusive, Certainty::Certain, {u"master"_s}, {}});
        add("an unknown library under the name of a lock",
            {{"/app/lock/n-0000000007", "", 1}, {"/app/lock/n-0000000003", "", 2}}, "/app/lock",
            {"zookeeper", Mode::Exclusive, Certainty::Likely, {u"n-000000"_s}, {u"n-000000"_s}});
        add("services in a sequence", {{"/services/n-0000000007", "", 1}}, "/services",
            {"zookeeper", Mode::Exclusive, Certainty::Possible, {u"n-000000"_s}, {}});
        add("Hadoop's active one", {{"/hadoop-ha/c/ActiveStandbyElectorLock", "x", 1}},
            "/hadoop-ha/c/ActiveStandbyElectorLock",
            {"hadoop-ha", Mode::Exclusive, Certainty::Certain, {u"ActiveSt"_s}, {}});
        add("ClickHouse's replica", {{"/ch/t/replicas/r1/is_active", "UUID", 1}},
            "/ch/t/replicas/r1/is_active",
            {"clickhouse-replica", Mode::Exclusive, Certainty::Likely, {u"is_activ"_s}, {}});
    }

private Q_SLOTS:
    void aLockIsRecognised_data()
    {
        QTest::addColumn<std::vector<Line>>("lines");
        QTest::addColumn<QByteArray>("path");
        QTest::addColumn<QByteArray>("format");
        QTest::addColumn<QByteArray>("mode");
        QTest::addColumn<QByteArray>("certainty");
        QTest::addColumn<QStringList>("holders");
        QTest::addColumn<QStringList>("waiters");
        addCurator();
        addKazoo();
        addOthers();
        addClaims();
    }

    void aLockIsRecognised()
    {
        QFETCH(std::vector<Line>, lines);
        QFETCH(QByteArray, path);
        const NodeTree tree = treeOf(lines);
        const auto lock = recogniseLock(tree, path.toStdString());
        QVERIFY(lock.has_value());
        QTEST(QByteArray::fromStdString(lock->format->name), "format");
        QTEST(QByteArray(nameOf(lock->mode)), "mode");
        QTEST(QByteArray(nameOf(lock->certainty.level)), "certainty");
        QTEST(namesOf(lock->holders), "holders");
        QTEST(namesOf(lock->waiters), "waiters");
        QVERIFY(lock->format->endsWithSession);
    }

    void whatIsNoLockIsNone_data()
    {
        const auto row = columns<std::vector<Line>, QByteArray>();
        row("nothing", {{"/a"}}, "/b");
        row("an empty parent", {{"/a"}}, "/a");
        row("a queue: its nodes stay", {{"/q/qn-0000000000", "job"}, {"/q/qn-0000000001", "job"}},
            "/q");
        row("items that consumers of Curator's queue have claimed",
            {{"/dq/work-locks/queue-0000000000", "", 1},
                {"/dq/work-locks/queue-0000000001", "", 2}},
            "/dq/work-locks");
        row("items that consumers of kazoo's queue have claimed",
            {{"/lock/lq/taken/entry-100-0000000000", "", 1},
                {"/lock/lq/taken/entry-100-0000000001", "", 2}},
            "/lock/lq/taken");
        row("an item of a queue that nobody has claimed",
            {{"/lock/lq/taken/entry-100-0000000000", "job"}},
            "/lock/lq/taken/entry-100-0000000000");
        row("services", {{"/dubbo/s/providers/dubbo%3A%2F%2F10.0.0.1", "", 1}},
            "/dubbo/s/providers");
        row("brokers of Kafka", {{"/brokers/ids/1", "{}", 1}, {"/brokers/ids/2", "{}", 2}},
            "/brokers/ids");
        row("a fencing record of Hadoop", {{"/hadoop-ha/c/ActiveBreadCrumb", "x"}},
            "/hadoop-ha/c/ActiveBreadCrumb");
        row("a configuration", {{"/a/config", "2"}, {"/a/config/x", "3"}}, "/a/config");
        row("who queues for a semaphore of Curator",
            {{"/s/leases/_c_bd46d494-5785-4af1-9ffa-607919dec1ad-lease-0000000000", "", 1},
                {"/s/locks/_c_07ba3cfc-390f-40f8-9a63-9da61c01f911-lock-0000000002", "", 2}},
            "/s/locks");
        row("who queues for a semaphore of kazoo",
            {{"/s", "2"}, {"/s/1c8533067f9d47f8a4b1eca79b9b73d5", "", 1},
                {"/s-__lock__/539a24bc71a641c4b8a1dca3a5d055d4__lock__0000000002", "", 2}},
            "/s-__lock__");
        row("Solr's election with a short session", {{"/e/7205-10.0.0.1:8983_solr-n_0000000004"}},
            "/e");
        row("Solr's election without a number",
            {{"/e/72057594037927937-10.0.0.1:8983_solr-n_", "", 1}}, "/e");
        row("Mesos' replicas", {{"/mesos/log_replicas"}}, "/mesos");
        row("Mesos' master without a number", {{"/mesos/json.info_7", "", 1}}, "/mesos");
        row("ElasticJob's leader that stays",
            {{"/jobs/mail/leader/election/instance", "10.0.0.1@-@4711"}},
            "/jobs/mail/leader/election/instance");
        row("an instance of ElasticJob", {{"/jobs/mail/instances/10.0.0.1@-@4711", "", 1}},
            "/jobs/mail/instances/10.0.0.1@-@4711");
        row("a short number", {{"/l/lock-12", "", 1}}, "/l");
        row("a number that no server appends",
            {{"/lock/_c_bd46d494-5785-4af1-9ffa-607919dec1ad-lock-00000000000000000001", "", 1}},
            "/lock");
    }
    void whatIsNoLockIsNone()
    {
        const auto [lines, path] = fetch<std::vector<Line>, QByteArray>();
        QVERIFY(!recogniseLock(treeOf(lines), path.toStdString()).has_value());
    }

    void theOrderIsThatOfAcquiring_data()
    {
        QTest::addColumn<QStringList>("names");
        QTest::newRow("any names") << QStringList{
            u"c-lock-0000000003"_s, u"b-lock--2147483640"_s, u"a-lock--2147483648"_s};
        const QString curator = u"_c_bd46d494-5785-4af1-9ffa-607919dec1ad-lock-"_s;
        QTest::newRow("of Curator") << QStringList{curator + u"00000000000000000001"_s,
            curator + u"0000000003"_s, curator + u"-2147483640"_s, curator + u"9999999999"_s};
        QTest::newRow("of kazoo") << QStringList{
            u"51194330ff2e487189bdd84999bbb57e__lock__00000000000000000001"_s,
            u"51194330ff2e487189bdd84999bbb57e__lock__0000000007"_s,
            u"61194330ff2e487189bdd84999bbb57e__lock__-2147483640"_s};
    }
    void theOrderIsThatOfAcquiring()
    {
        QFETCH(QStringList, names);
        std::vector<Line> lines;
        std::vector<std::string> children;
        for (const QString& name : names) {
            children.push_back(name.toStdString());
            lines.push_back({"/lock/" + children.back(), "", 1});
        }
        const NodeTree tree = treeOf(lines);
        const auto lock = recogniseLock(tree, "/lock");
        QVERIFY(lock.has_value());
        std::vector<std::string> listed;
        for (const auto* const places : {&lock->holders, &lock->waiters})
            for (const NodePlace& place : *places)
                listed.emplace_back(lastNameOf(place.path));
        QCOMPARE(listed, lock::placesIn(children));
    }

    void aLockOfNoSessionIsFreedByNobody()
    {
        const NodeTree tree
            = treeOf({{"/l/51194330ff2e487189bdd84999bbb57e__lock__0000000000", "w-1", 0}});
        const auto lock = recogniseLock(tree, "/l");
        QVERIFY(lock.has_value());
        QVERIFY(!lock->format->endsWithSession);
        QVERIFY(lock->format->needsTtl);
    }

    void theHolderIsWhatItsDataSay_data()
    {
        const auto row = columns<QByteArray, QByteArray, QByteArray>();
        row("an address", "10.1.1.12", "10.1.1.12", QByteArray());
        row("host and pid", "web-3:4711", "web-3", QByteArray());
        row("ours", "lk1:web-3:4711:billing:1750000000000:p0123-77:k:", "web-3", "billing");
        row("an id", "node-0", QByteArray(), "node-0");
        row("as Python prints bytes", "b'w-3'", QByteArray(), "w-3");
        row("Kafka's controller",
            QByteArray(R"({"version":1,"brokerid":3,"timestamp":"1750000000000"})"), QByteArray(),
            "broker 3");
        row("an object", QByteArray(R"({"host":"web-3","port":9000,"worker":"w-7"})"), "web-3",
            "w-7");
        row("ours, asked to let go",
            "__REVOKE__lk1:web-3:4711:billing:1750000000000:p0123-77:k:", "web-3", "billing");
        row("asked to let go", "__REVOKE__", QByteArray(), QByteArray());
        row("a secret", "ghp_16C7e42F292c6912E7710c838347Ae178B4a", QByteArray(), QByteArray());
        row("a URL with a password", "amqp://svc:swordfish@mq", QByteArray(), QByteArray());
        row("nothing", QByteArray(), QByteArray(), QByteArray());
    }
    void theHolderIsWhatItsDataSay()
    {
        const auto [data, host, app] = fetch<QByteArray, QByteArray, QByteArray>();
        const NodeTree tree = treeOf({{"/l/51194330ff2e487189bdd84999bbb57e__lock__0000000000",
            data.toStdString(), 0x1000007d95a0000}});
        const KeyReading reading = readingOf(*recogniseLock(tree, "/l"), {});
        QVERIFY(reading.taken->lock.holders.empty()); // nobody shares it
        const Holder& holder = reading.taken->lock.holder;
        QCOMPARE(QByteArray::fromStdString(holder.host.value_or("")), host);
        QCOMPARE(QByteArray::fromStdString(holder.app.value_or("")), app);
        QCOMPARE(QByteArray::fromStdString(*holder.detail),
            QByteArray("session 0x1000007d95a0000, fencing number 1"));
    }

    void aTimeInTheDataSaysUntilWhen_data()
    {
        QTest::addColumn<QByteArray>("path");
        QTest::addColumn<QByteArray>("data");
        QTest::addColumn<QByteArray>("format"); // empty: no lock
        QTest::addColumn<QByteArray>("holder");
        const QByteArray shedLock("/shedlock/nightly");
        const QByteArray lease("/db_leases/hourly/lease_holder");
        QTest::newRow("ShedLock") << shedLock << QByteArray("2026-11-29T12:00:00Z")
                                  << QByteArray("shedlock") << QByteArray();
        QTest::newRow("no time") << shedLock << QByteArray("soon") << QByteArray() << QByteArray();
        QTest::newRow("a lease of kazoo")
            << lease
            << QByteArray(R"({"version": 1, "holder": "DB hourly on web-3", "end": )"
                          R"("2026-11-29T12:00:00"})")
            << QByteArray("kazoo-lease") << QByteArray("DB hourly on web-3");
        QTest::newRow("a lease without an end")
            << lease << QByteArray(R"({"version": 1})") << QByteArray() << QByteArray();
        QTest::newRow("another type")
            << lease << QByteArray(R"({"end": [1]})") << QByteArray() << QByteArray();
        QTest::newRow("no JSON") << lease << QByteArray("{{{") << QByteArray() << QByteArray();
    }
    void aTimeInTheDataSaysUntilWhen()
    {
        QFETCH(QByteArray, path);
        QFETCH(QByteArray, data);
        QFETCH(QByteArray, format);
        const NodeTree tree = treeOf({{path.toStdString(), data.toStdString()}});
        const auto lock = recogniseLock(tree, path.toStdString());
        QCOMPARE(lock.has_value(), !format.isEmpty());
        if (!lock)
            return;
        QCOMPARE(QByteArray::fromStdString(lock->format->name), format);
        const WallTime now = *lock->until - std::chrono::seconds(90);
        const KeyReading reading = readingOf(*lock, {}, now);
        QCOMPARE(reading.ttl, std::optional(std::chrono::milliseconds(90'000)));
        QTEST(QByteArray::fromStdString(reading.taken->lock.holder.app.value_or("")), "holder");
        QVERIFY(!lock->format->endsWithSession);
    }

    /// ShedLock keeps its nodes: only what is written tells one holder from the next.
    void anotherTimeInAKeptNodeIsAnotherHolder()
    {
        const char* const path = "/shedlock/nightly";
        const auto tokenAt = [&](std::int64_t mzxid) {
            NodeTree tree = treeOf({{path, "2026-11-29T12:00:00Z"}});
            tree.add(path).stat.mzxid = mzxid;
            return readingOf(*recogniseLock(tree, path), {}).fingerprint();
        };
        QVERIFY(tokenAt(1) != tokenAt(2));
        QVERIFY(tokenAt(2) == tokenAt(2));
    }

    void ourHolderIsKnownByItsProcess()
    {
        const NodeTree tree = treeOf({{"/l/_c_f78968cf-6942-4bdf-9ba3-bd32f40ef40a-lock-0000000000",
            "lk1:web-3:4711:billing:1750000000000:p0123-77:k:", 8}});
        const auto reading = readingOf(recogniseLock(tree, "/l").value(), {});
        const Holder& holder = reading.taken->lock.holder;
        QCOMPARE(holder.pid, std::optional<std::int64_t>(4711));
        QCOMPARE(holder.process, std::optional<std::string>("0123-77"));
        QVERIFY(holder.mayOutliveProcess);
    }

    void anotherNodeOfTheSameNameIsAnotherHolder()
    {
        const char* const path = "/hadoop-ha/c/ActiveStandbyElectorLock";
        const NodeTree before = treeOf({{path, "x", 1}});
        const NodeTree after = treeOf({{"/other"}, {path, "x", 1}});
        QVERIFY(readingOf(*recogniseLock(before, path), {}).fingerprint()
            != readingOf(*recogniseLock(after, path), {}).fingerprint());
    }

    /// Whoever frees one must not free the other.
    void eachHolderNamesItsNode()
    {
        const NodeTree tree
            = treeOf({{"/l/51194330ff2e487189bdd84999bbb57e__rlock__0000000000", "a", 1},
                {"/l/c2e2c269e67c46a9b754d1c114dd3d55__rlock__0000000001", "b", 2}});
        const KeyReading reading = readingOf(*recogniseLock(tree, "/l"), {});
        const DecodedLock lock
            = withFormatDetails(*reading.taken->format, reading.taken->lock, "/l");
        QVERIFY(!lock.isReleasable);
        QCOMPARE(lock.part->kind, PartKind::Node);
        QVERIFY(!lock.holder.node);
        QCOMPARE(zookeeper::NodeId::parse(*lock.holders.at(1).node).value(),
            (zookeeper::NodeId{"/l/c2e2c269e67c46a9b754d1c114dd3d55__rlock__0000000001", 2, 0}));
    }

    void aNodesIdIsReadAsItWasWritten_data()
    {
        QTest::addColumn<QByteArray>("text");
        for (const char* wrong :
            {"", ":", "1:/a", "1.2", "1.2:a", ".2:/a", "1.:/a", "x.2:/a", "1.x:/a", "1:/a.2"})
            QTest::newRow(wrong) << QByteArray(wrong);
    }
    void aNodesIdIsReadAsItWasWritten()
    {
        QFETCH(QByteArray, text);
        QVERIFY(!zookeeper::NodeId::parse(text.toStdString()));
        const zookeeper::NodeId id{"/a.b:c/d", INT64_MAX, -1};
        QCOMPARE(zookeeper::NodeId::parse(id.text()).value(), id);
    }

    void onlyARandomIdMakesANameUnique_data()
    {
        QTest::addColumn<bool>("isUnique");
        QTest::newRow("_c_6f05ef0b-9d0c-4a67-a24f-3c35b0a5fd8c-lock-0000000000") << true;
        QTest::newRow("_c_6f05ef0b9d0c4a67a24f3c35b0a5fd8c-lock-0000000000") << true;
        QTest::newRow("51194330ff2e487189bdd84999bbb57e__lock__0000000000") << true;
        QTest::newRow("51194330ff2e487189bdd84999bbb57e") << true;
        QTest::newRow("x-72057594037927936-0000000000") << false; // its session may queue again
        QTest::newRow("ex0000000000") << false;
        QTest::newRow("controller") << false;
        QTest::newRow("_c_") << false;
        QTest::newRow("_c_lock") << false;
        QTest::newRow("") << false;
    }
    void onlyARandomIdMakesANameUnique()
    {
        QFETCH(bool, isUnique);
        QCOMPARE(isUniqueName(QTest::currentDataTag()), isUnique);
    }

    /// As long as that node exists, it surely waits.
    void whoWaitsIsKnownByWhatItWaitsBehind()
    {
        const std::string writer = "/l/51194330ff2e487189bdd84999bbb57e__lock__0000000000";
        const std::string reader = "/l/c2e2c269e67c46a9b754d1c114dd3d55__rlock__0000000001";
        const std::string other = "/l/b3c173acc52e45c2a08cf36512e766f0__rlock__0000000002";
        QCOMPARE(blockerOf({writer, reader}, other), writer);
        QCOMPARE(blockerOf({reader}, other), std::string());
        QCOMPARE(blockerOf({reader, other}, writer), other);
        QCOMPARE(blockerOf({}, writer), std::string());
        // Those who hold a semaphore are elsewhere: another place may get free.
        QCOMPARE(blockerOf({"/s/leases/_c_6f05ef0b-9d0c-4a67-a24f-3c35b0a5fd8c-lease-0000000000"},
                     "/s/locks/_c_6f05ef0b-9d0c-4a67-a24f-3c35b0a5fd8d-lock-0000000001"),
            std::string());
    }

    /// Curator 5.9 gives both the same number, and the uuid of the reader may be the lower one.
    void whoReadsUnderItsOwnWriterComesBehindIt()
    {
        const NodeTree tree
            = treeOf({{"/l/_c_f78968cf-6942-4bdf-9ba3-bd32f40ef40a-__WRIT__0000000000", "", 7},
                {"/l/_c_0aabaf5e-0a33-4000-915c-f59bcf5828af-__READ__0000000000", "", 7}});
        const NodeLock lock = recogniseLock(tree, "/l").value();
        QCOMPARE(nameOf(lock.mode), "write");
        QCOMPARE(lock.holders.size(), std::size_t{2});
        QVERIFY(lock.waiters.empty());
        QVERIFY(lock.holders.front().path.find("__WRIT__") != std::string::npos);
    }

    void onlyThoseAreDroppedWhoQueueAnew_data()
    {
        QTest::addColumn<bool>("isDroppable");
        QTest::newRow("/l/_c_6f05ef0b-9d0c-4a67-a24f-3c35b0a5fd8c-lock-0000000000") << true;
        QTest::newRow("/l/_c_6f05ef0b-9d0c-4a67-a24f-3c35b0a5fd8c-__READ__0000000000") << true;
        QTest::newRow("/l/51194330ff2e487189bdd84999bbb57e__lock__0000000000") << true;
        QTest::newRow("/l/_c_6f05ef0b9d0c4a67a24f3c35b0a5fd8c-lock-0000000000") << false; // Go
        QTest::newRow("/l/x-72057594037927936-0000000000") << false;
        QTest::newRow("/l/ex0000000000") << false;
        QTest::newRow("/l/member-0000000000") << false;
    }
    void onlyThoseAreDroppedWhoQueueAnew()
    {
        QFETCH(bool, isDroppable);
        QCOMPARE(observe::isDroppable(QTest::currentDataTag()), isDroppable);
    }

    void whoQueuesForAnElectionGoesOn_data()
    {
        const auto row = columns<std::vector<Line>, QByteArray, bool>();
        const std::string kazoo = "/51194330ff2e487189bdd84999bbb57e__lock__0000000000";
        const std::string curator = "/_c_f78968cf-6942-4bdf-9ba3-bd32f40ef40a-";
        row("a lock", {{"/locks/mail" + kazoo, "", 1}}, "/locks/mail", true);
        row("a lock of a master's data", {{"/locks/master-data" + kazoo, "", 1}},
            "/locks/master-data", true);
        row("a mutex of Curator", {{"/m" + curator + "lock-0000000000", "", 1}}, "/m", true);
        row("a LeaderLatch", {{"/m" + curator + "latch-0000000000", "", 1}}, "/m", false);
        row("a LeaderSelector", {{"/mail/leaderSelector" + curator + "lock-0000000000", "", 1}},
            "/mail/leaderSelector", false);
        row("an election of kazoo", {{"/app/election/mail" + kazoo, "", 1}}, "/app/election/mail",
            false);
        row("a master", {{"/app/master" + kazoo, "", 1}}, "/app/master", false);
        row("Mesos' masters", {{"/mesos/json.info_0000000007", "{}", 1}}, "/mesos", false);
        row("perhaps a group's members", {{"/app/lock/n-0000000007", "", 1}}, "/app/lock", false);
    }
    void whoQueuesForAnElectionGoesOn()
    {
        const auto [lines, path, isStopping] = fetch<std::vector<Line>, QByteArray, bool>();
        const NodeTree tree = treeOf(lines);
        QCOMPARE(stopsWaiters(recogniseLock(tree, path.toStdString()).value()), isStopping);
    }

    /// The children that are known are perhaps those who wait.
    void ofAQueueThatCantBeListedNobodyIsTheFirst()
    {
        NodeTree tree = treeOf({{"/l/51194330ff2e487189bdd84999bbb57e__lock__0000000001", "b", 2},
            {"/s/leases/_c_6f05ef0b-9d0c-4a67-a24f-3c35b0a5fd8c-lease-0000000000", "a", 1}});
        QVERIFY(recogniseLock(tree, "/l"));
        QVERIFY(recogniseLock(tree, "/s"));
        tree.add("/l").isPartial = true;
        tree.add("/s/leases").isPartial = true;
        QVERIFY(!recogniseLock(tree, "/l"));
        QVERIFY(!recogniseLock(tree, "/s"));
    }

    void waitersAreInTheirOrder()
    {
        const NodeTree tree
            = treeOf({{"/l/51194330ff2e487189bdd84999bbb57e__lock__0000000000", "a", 1},
                {"/l/b3c173acc52e45c2a08cf36512e766f0__lock__0000000002", "c", 3},
                {"/l/c2e2c269e67c46a9b754d1c114dd3d55__lock__0000000001", "b", 2}});
        const auto waiters = waitersOf(*recogniseLock(tree, "/l"), {});
        QCOMPARE(waiters.size(), std::size_t{2});
        QCOMPARE(*waiters[0].queued->holder.app, std::string("b"));
        QCOMPARE(*waiters[1].queued->holder.app, std::string("c"));
        QCOMPARE(waiters[0].announced.resources, std::vector{Resource("/l")});
    }
};

LOCKKEEPER_TEST(RecipesTest)

} // namespace lockkeeper::tests::recipes_test

#include "recipes_test.moc"
