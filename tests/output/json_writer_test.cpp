// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lock/master_vote.h"
#include "core/output/json_writer.h"
#include "tests/support/test_class.h"

#include <algorithm>

namespace lockkeeper::tests::json_writer_test {

using namespace lockkeeper::output;

/// Without the backslashes that C++ would need.
std::string quoted(std::string text)
{
    std::ranges::replace(text, '\'', '"');
    return text;
}

class JsonWriterTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void eachTypeIsWrittenAsTheJsonHasIt()
    {
        const auto token = Fingerprint::fromHex("0123456789abcdef0123456789abcdef01234567");
        const std::string line = objectLine([&](JsonWriter& out) {
            out.field("text", "\"\n\xc3\xa4\xff", "master", MasterId("a"), "token", token);
            out.field("state", lock::MasterVote::State::Failed, "no", false, "number", 7U);
            out.field("time", WallTime(3s), "duration", 2s, "half", 0.5);
            out.field("names", std::vector<std::string>{"a", "b"}, "nobody", std::vector<int>());
        });
        QCOMPARE(line,
            quoted("{'text':'\\\"\\\\n\\u00e4\\\\xff','master':'a','token':'01234567',"
                   "'state':'failed','no':false,'number':7,'time':3000,'duration':2000,"
                   "'half':0.5,'names':['a','b'],'nobody':[]}\n"));
    }
    void whatIsMissingIsNull()
    {
        const std::string line = objectLine([](JsonWriter& out) {
            out.field("token", std::optional<Fingerprint>(), "text", unlessEmpty(""));
            out.field("state", std::optional<lock::MasterVote::State>(), "more", unlessEmpty("x"));
            out.field("error", errorText(std::nullopt));
        });
        QCOMPARE(line, quoted("{'token':null,'text':null,'state':null,'more':'x','error':null}\n"));
    }
    void objectsAndListsNest()
    {
        JsonWriter out;
        out.openArray();
        out.object("a", 1, "b", "c");
        out.openObject();
        out.list("d", std::array{1, 2}, [&](int number) { out.object("e", number); });
        out.key("f").object("g", nullptr);
        out.closeObject();
        out.closeArray();
        QCOMPARE(out.text(), quoted("[{'a':1,'b':'c'},{'d':[{'e':1},{'e':2}],'f':{'g':null}}]"));
    }
    void anErrorIsSafeToShowAndCutAtItsLimit()
    {
        const Error error{ErrorClass::ServerError, "a\x1b" + std::string(5000, 'b'), {}};
        const std::string text = errorText(error, 4).value();
        QCOMPARE(text, "a\\x1bb\xe2\x80\xa6");
        QVERIFY(errorText(error, kAnswerLimit)->size() > errorText(error)->size());
    }
};

LOCKKEEPER_TEST(JsonWriterTest)

} // namespace lockkeeper::tests::json_writer_test

#include "json_writer_test.moc"
