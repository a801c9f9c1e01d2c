// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/observe/reading/read_refusal.h"
#include "tests/support/test_class.h"

namespace lockkeeper::tests::read_refusal_test {

using observe::explainRefusal;
using observe::isCommandRefused;

class ReadRefusalTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void knowsTheWordingsOfAllVersions_data()
    {
        const auto row = columns<std::string, bool>();
        row("command 6.2",
            std::string("NOPERM this user has no permissions to run the 'pttl' command or its "
                        "subcommand"),
            true);
        row("command 7.0", "NOPERM this user has no permissions to run the 'pttl' command", true);
        row("command 7.2", "NOPERM User lk has no permissions to run the 'pttl' command", true);
        row("key 6.2",
            std::string("NOPERM this user has no permissions to access one of the keys used as "
                        "arguments"),
            false);
        row("key 7.2", "NOPERM No permissions to access a key", false);
    }
    void knowsTheWordingsOfAllVersions()
    {
        const auto [wording, isCommand] = fetch<std::string, bool>();
        const std::vector<std::string> patterns{"job:*", "lock:*"};
        const Error error{ErrorClass::NoPermission, wording, MasterId("a")};
        QCOMPARE(isCommandRefused(error), isCommand);
        const Error explained = explainRefusal(error, {"lk", "lock:a", patterns});
        QCOMPARE(explained.kind, ErrorClass::NoPermission);
        QCOMPARE(explained.master, MasterId("a"));
        const std::string line
            = std::string("; to grant it: ACL SETUSER lk ") + (isCommand ? "+pttl" : "~lock:*");
        QVERIFY2(explained.text.ends_with(line), explained.text.c_str());
    }

    void aCommandThatTheServerDoesNotHaveIsNamed()
    {
        for (const char* text :
            {"ERR unknown command 'HGETALL'", "ERR unknown command `HGETALL`"}) {
            const Error error{ErrorClass::UnknownCommand, text, MasterId("a")};
            QVERIFY(isCommandRefused(error));
            QCOMPARE(explainRefusal(error, {"lk", "lock:a", {}}).text,
                std::string("hashes can't be read, as the server has no command HGETALL"));
        }
        const Error other{ErrorClass::UnknownCommand, "ERR unknown command", {}};
        QCOMPARE(explainRefusal(other, {"lk", "lock:a", {}}), other);
    }

    void leavesOtherErrorsAsTheyAre()
    {
        const std::vector<std::string> patterns;
        for (const Error& error :
            {Error{ErrorClass::NoPermission, "DENIED Redis is running in protected mode", {}},
                Error{ErrorClass::WrongType, "WRONGTYPE to run the 'x'", {}}})
            QCOMPARE(explainRefusal(error, {"", "lock:a", patterns}), error);
    }

    void grantsAllKeysWhereAllAreRead()
    {
        const std::vector<std::string> patterns;
        const Error error{ErrorClass::NoPermission, "NOPERM No permissions to access a key", {}};
        QVERIFY(explainRefusal(error, {"", "lock:a", patterns, true})
                    .text.ends_with("ACL SETUSER default ~lock:a"));
        for (const char* name : {"x +@all", "lock:*", "it's", "\\x", "a\nb"}) {
            const std::string text = explainRefusal(error, {"", name, patterns, true}).text;
            QVERIFY2(text.find("ACL SETUSER") == std::string::npos, text.c_str());
        }
        QVERIFY(
            explainRefusal(error, {"", "lock:a", patterns})
                .text.ends_with("ACL SETUSER default ~*; to look only at those that it may read: "
                                "--match GLOB"));
    }
};

LOCKKEEPER_TEST(ReadRefusalTest)

} // namespace lockkeeper::tests::read_refusal_test

#include "read_refusal_test.moc"
