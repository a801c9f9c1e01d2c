// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/observe/reading/master_sweep.h"
#include "tests/support/fake_transport.h"
#include "tests/support/test_class.h"

#include <map>
#include <set>

namespace lockkeeper::tests::master_sweep_test {

using namespace lockkeeper::observe;
using redis::Reply;

namespace {

using Names = std::vector<std::string>;

/// A master whose SCAN goes through the pages that a test gives each pattern.
class PagedMaster final : public redis::Transport {
public:
    explicit PagedMaster(ManualClock& clock)
        : m_keys("a", clock)
        , m_clock(clock)
    { }

    const MasterId& master() const noexcept override { return m_keys.master(); }
    redis::LinkStatus status() const override { return m_keys.status(); }
    void send(
        const redis::Command& command, std::chrono::milliseconds timeout, Handler handler) override
    {
        const auto& arguments = command.arguments();
        if (command.name() == "SCAN")
            answer(pageOf(arguments.at(3), arguments.at(1)), std::move(handler), ++scans);
        else if (command.name() == "DBSIZE")
            answer(size, std::move(handler), ++sizes);
        else
            m_keys.send(command, timeout, std::move(handler));
    }

    /// Adds a page with keys of these names.
    void add(const std::string& pattern, const Names& names)
    {
        for (const std::string& name : names)
            m_keys.put(name, "value of " + name);
        m_pages[pattern].push_back(names);
    }

    /// From now on, SCAN goes on and on: each reply, which takes so long, has a new cursor and so
    /// many names, all of them new.
    void scanForEver(std::size_t names, std::chrono::milliseconds delay = 0ms)
    {
        m_namesForEver = names;
        m_delay = delay;
    }
    /// Number of SCANs and DBSIZEs that arrived.
    std::size_t scans = 0;
    std::size_t sizes = 0;

    Result<Reply> size = Reply{.type = Reply::Type::Integer, .integer = 10};
    std::optional<Error> scanError;
    std::optional<Reply> scanReply; ///< in place of each page

private:
    void answer(Result<Reply> reply, Handler handler, std::size_t /*count*/)
    {
        m_clock.schedule(m_clock.now() + m_delay,
            [reply = std::move(reply), handler = std::move(handler)]() mutable {
                handler(std::move(reply));
            });
    }
    Result<Reply> pageOf(const std::string& pattern, const std::string& cursor)
    {
        if (scanError)
            return tl::make_unexpected(*scanError);
        if (scanReply)
            return *scanReply;
        if (m_namesForEver)
            return newPage(*m_namesForEver);
        const auto& pages = m_pages.at(pattern);
        const std::size_t page = std::stoul(cursor);
        Reply reply{.type = Reply::Type::Array};
        const std::string next = page + 1 < pages.size() ? std::to_string(page + 1) : "0";
        reply.elements.push_back({.type = Reply::Type::String, .text = next});
        Reply& names = reply.elements.emplace_back(Reply{.type = Reply::Type::Array});
        for (const std::string& name : pages.at(page))
            names.elements.push_back({.type = Reply::Type::String, .text = name});
        return reply;
    }

    Reply newPage(std::size_t count)
    {
        Reply names{.type = Reply::Type::Array};
        for (std::size_t i = 0; i < count; ++i)
            names.elements.push_back(Reply::string("invented:" + std::to_string(++m_invented)));
        // For a sweep that does not give up.
        const bool isEnough = ++m_cursor > 20'000 || m_invented > 3'000'000;
        return Reply::array(
            {Reply::string(isEnough ? "0" : std::to_string(m_cursor)), std::move(names)});
    }

    FakeTransport m_keys;
    ManualClock& m_clock;
    std::optional<std::size_t> m_namesForEver;
    std::chrono::milliseconds m_delay{0};
    std::size_t m_invented = 0;
    std::size_t m_cursor = 0;
    std::map<std::string, std::vector<Names>> m_pages;
};

} // namespace

class MasterSweepTest : public QObject {
    Q_OBJECT

    /// Sweeps to the end. Returns the names of the keys that were read.
    std::set<std::string> sweep(SweepOptions options, MasterSweep::IsWanted isWanted = {})
    {
        std::set<std::string> read;
        m_isDone = false;
        m_error.reset();
        KeyReader reader(*m_master, *m_clock, 100ms);
        MasterSweep sweep({*m_master, reader, *m_clock, *m_clock}, std::move(options));
        sweep.start(
            [&](KeyReading& reading, const Error* error) {
                if (error == nullptr && reading.type != ValueType::None)
                    read.insert(reading.key);
            },
            [&](const std::optional<Error>& error) {
                m_isDone = true;
                m_error = error;
            },
            std::move(isWanted));
        for (int i = 0; i < 1000 && !m_isDone; ++i)
            m_clock->advance(10ms);
        m_keysRead = sweep.keysRead();
        m_isEndless = sweep.isEndless();
        return read;
    }

    using Set = std::set<std::string>;
    std::optional<ManualClock> m_clock;
    std::optional<PagedMaster> m_master;
    bool m_isDone = false;
    std::optional<Error> m_error;
    std::size_t m_keysRead = 0;
    bool m_isEndless = false;

private Q_SLOTS:
    void init()
    {
        m_master.reset();
        m_clock.emplace();
        m_master.emplace(*m_clock);
    }

    void readsTheKeysOfAllPages()
    {
        m_master->add("*", {"a", "b"});
        m_master->add("*", {}); // an empty page is not the last one
        m_master->add("*", {"c"});
        QCOMPARE(sweep({}), Set({"a", "b", "c"}));
        QVERIFY(m_isDone && !m_error);
        QCOMPARE(m_keysRead, std::size_t(3));
    }

    void goesThroughAllPatterns()
    {
        m_master->add("lock:*", {"lock:1"});
        m_master->add("job:*", {"job:1"});
        m_master->add("job:*", {"job:2"});
        m_master->add("x", {});
        QCOMPARE(sweep({.patterns = {"lock:*", "job:*", "x"}}), Set({"job:1", "job:2", "lock:1"}));
        QVERIFY(m_isDone && !m_error);
    }

    void readsOnlyWhatIsWanted()
    {
        m_master->add("*", {"a", "b"});
        QCOMPARE(sweep({}, [](const std::string& name) { return name == "b"; }), Set({"b"}));
        QCOMPARE(m_keysRead, std::size_t(2)); // it has seen both
    }

    void readsNoLargeKeyspaceUnasked()
    {
        m_master->add("*", {"a"});
        m_master->size = Reply{.type = Reply::Type::Integer, .integer = 10};
        QCOMPARE(sweep({.maxKeysUnasked = 11}), Set({"a"}));
        QVERIFY(sweep({.maxKeysUnasked = 10}).empty());
        QVERIFY(m_error && m_error->kind == ErrorClass::TooManyKeys);
    }

    void aSizeThatIsNoneEndsIt()
    {
        m_master->add("*", {"a"});
        for (const Reply& size :
            {Reply{.type = Reply::Type::Integer, .integer = -5}, Reply::string("many")}) {
            m_master->size = size;
            QVERIFY(sweep({}).empty());
            QCOMPARE(m_error.value().text, std::string("unexpected reply to DBSIZE"));
            QCOMPARE(m_error->kind, ErrorClass::ServerError);
        }
    }

    void whoMayNotAskForTheSizeFindsItWhileItScans()
    {
        m_master->size = fail(ErrorClass::NoPermission, "NOPERM no dbsize");
        m_master->add("*", {"a", "b"});
        m_master->add("*", {"c", "d"});
        QCOMPARE(sweep({.maxKeysUnasked = 5}), Set({"a", "b", "c", "d"}));
        sweep({.maxKeysUnasked = 4});
        QVERIFY(m_error && m_error->kind == ErrorClass::TooManyKeys);
    }

    void anErrorEndsIt()
    {
        m_master->add("*", {"a"});
        m_master->scanError = Error{ErrorClass::NoPermission, "NOPERM no scan", MasterId("a")};
        QVERIFY(sweep({}).empty());
        QVERIFY(m_error && m_error->kind == ErrorClass::NoPermission);
        m_master->scanError.reset();
        m_master->size = fail(ErrorClass::Timeout, "no reply in time");
        QVERIFY(sweep({}).empty());
        QVERIFY(m_error && m_error->kind == ErrorClass::Timeout);
    }

    void aReplyThatIsNoPageEndsIt()
    {
        m_master->add("*", {"a"});
        for (const Reply& reply : {Reply::nil(), Reply::array({Reply::string("0")}),
                 Reply::array({Reply::string("0"), Reply::string("a")})}) {
            m_master->scanReply = reply;
            QVERIFY(sweep({}).empty());
            QVERIFY(m_error && m_error->kind == ErrorClass::ServerError);
            QCOMPARE(m_error->text, std::string("unexpected reply to SCAN"));
        }
    }

    void aScanThatWouldNotEndIsEnded()
    {
        m_master->add("*", {"a"});
        m_master->scanReply
            = Reply::array({Reply::string("7"), Reply::array({Reply::string("a")})});
        sweep({.patterns = {"*"}});
        QVERIFY(m_error && m_error->kind == ErrorClass::ServerError);
        QVERIFY(m_error->text.find("does not end") != std::string::npos);
    }

    void aScanOfEverNewCursorsIsEnded_data()
    {
        const auto row = columns<int, int>();
        row("without a name", 0, 0);
        row("slowly, without a name", 0, 90);
        row("with new names", 1000, 0);
        row("slowly, with new names", 10, 90);
    }
    void aScanOfEverNewCursorsIsEnded()
    {
        const auto [names, delay] = fetch<int, int>();
        m_master->scanForEver(static_cast<std::size_t>(names), std::chrono::milliseconds(delay));
        sweep({.patterns = {"*"}, .timeout = 100ms});
        QVERIFY(m_isDone && m_isEndless);
        QCOMPARE(m_error.value().text, std::string("its scan does not end"));
        QCOMPARE(m_error->master, MasterId("a"));
        QVERIFY2(m_keysRead < 12'000, std::to_string(m_keysRead).c_str());
        QVERIFY2(m_master->scans < 12'000, std::to_string(m_master->scans).c_str());
    }

    void whatTheMasterHoldsExtendsTheBound_data()
    {
        const auto row = columns<qint64, int>();
        row("10 000", qint64(10'000), 30'000);
        row("15 000", qint64(15'000), 40'000);
        row("refused, so a million", qint64(-1), 2'010'000);
    }
    void whatTheMasterHoldsExtendsTheBound()
    {
        const auto [size, names] = fetch<qint64, int>();
        m_master->size = fail(ErrorClass::NoPermission, "NOPERM no dbsize");
        if (size >= 0)
            m_master->size = Reply::number(size);
        m_master->scanForEver(1000);
        // Names that are not wanted need not be read.
        sweep({.patterns = {"*"}}, [](const std::string&) { return false; });
        QVERIFY(m_isEndless);
        QCOMPARE(m_keysRead, static_cast<std::size_t>(names) + 1000);
        QCOMPARE(m_master->sizes, std::size_t(2));
    }

    void manyNamesAreNoEndlessScan()
    {
        for (int page = 0; page < 25; ++page) {
            Names names;
            for (int i = 0; i < 1000; ++i)
                names.push_back("lock:" + std::to_string(1000 * page + i));
            m_master->add("lock:*", names);
        }
        m_master->size = Reply::number(25'000);
        QCOMPARE(sweep({.patterns = {"lock:*"}}).size(), std::size_t(25'000));
        QVERIFY(m_isDone && !m_error && !m_isEndless);
        QCOMPARE(m_master->sizes, std::size_t(1));
    }

    void aTableThatHasShrunkIsNoEndlessScan()
    {
        for (int page = 0; page < 9000; ++page)
            m_master->add("*", {});
        m_master->add("*", {"last"});
        QCOMPARE(sweep({.patterns = {"*"}}), Set{"last"});
        QVERIFY(m_isDone && !m_error);
        QCOMPARE(m_master->sizes, std::size_t(0));
    }

    void aMasterThatDoesNotTellItsSizeInTimeEndsIt()
    {
        m_master->scanForEver(0);
        m_master->size = fail(ErrorClass::Timeout, "no reply in time");
        sweep({.patterns = {"*"}});
        QVERIFY(m_error && m_error->kind == ErrorClass::Timeout && !m_isEndless);
    }

    void aNameThatIsTooLongIsNoLock()
    {
        const std::string longest(64UL << 10, 'n');
        m_master->add("*", {"a", longest, longest + "n"});
        QCOMPARE(sweep({}), Set({"a", longest}));
        QVERIFY(m_isDone && !m_error);
        QCOMPARE(m_keysRead, std::size_t(3));
    }
};

LOCKKEEPER_TEST(MasterSweepTest)

} // namespace lockkeeper::tests::master_sweep_test

#include "master_sweep_test.moc"
