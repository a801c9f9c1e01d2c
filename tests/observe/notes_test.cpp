// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/observe/formats/format_set.h"
#include "core/observe/notes/note_book.h"
#include "core/observe/notes/note_poll.h"
#include "core/redis/cluster/key_slot.h"
#include "tests/support/manual_clock.h"
#include "tests/support/test_class.h"

#include <set>

namespace lockkeeper::tests::notes_test {

using namespace lockkeeper::observe;

namespace {

const WallTime kSince{std::chrono::milliseconds(1'790'000'000'123)};

/// JSON with ' for ".
QByteArray json(QByteArray text)
{
    return text.replace("'", "\"");
}

Note noteBy(const char* author, const char* text, WallTime since = kSince)
{
    return {.kind = Note::Kind::Readable,
        .author = author,
        .since = since,
        .text = text,
        .until = SteadyTime(1h)};
}

} // namespace

class NotesTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void eachNameHasAKeyOfItsOwn()
    {
        std::set<std::string> keys;
        const std::vector<std::string> names{"x", "{x}", "{{x}}", "a{b}c", "a{}b", "a}b", "a{b",
            "{", "}", "{}", "", ":x", ":{x}", std::string("a\0b", 3), "\xff"};
        for (const std::string& name : names) {
            const std::string key = noteKeyOf(Resource(name));
            QVERIFY2(keys.insert(key).second, key.c_str());
            QVERIFY(isNoteKey(key));
            QVERIFY2(resourceOfNoteKey(key) == Resource(name), key.c_str());
        }
        QVERIFY(!resourceOfNoteKey("lockkeeper:notes"));
        QVERIFY(!resourceOfNoteKey("lockkeeper:note:x"));
        QVERIFY(!resourceOfNoteKey("lockkeeper:note:{a{b}c}"));
    }

    void theKeyIsInTheSlotOfTheLock()
    {
        for (const char* const name : {"x", "orders:42", "a{b}c", "{user}:1", "a{b", "{x}"})
            QCOMPARE(redis::slotOf(noteKeyOf(Resource(name))), redis::slotOf(name));
    }

    void aValueIsReadAsItWasWritten()
    {
        const Note note = noteBy("ann@desk", "looks at the \"database\" \\o/ 数据库");
        const Note read = noteOfValue(noteValue(note));
        QVERIFY(read.saysSame(note));
        QVERIFY(read.isReadable());
    }

    void whatIsNoNoteCannotBeRead_data()
    {
        const auto row = columns<QByteArray>();
        row("nothing", "");
        row("no JSON", "hello");
        row("a list", "[1]");
        row("deep", QByteArray(5000, '['));
        row("too long", QByteArray(5000, 'x'));
        row("another version", json("{'v':2,'author':'a','since':1,'text':'x'}"));
        row("no author", json("{'v':1,'author':'','since':1,'text':'x'}"));
        row("no text", json("{'v':1,'author':'a','since':1}"));
        row("a number as text", json("{'v':1,'author':'a','since':1,'text':7}"));
        row("a text as time", json("{'v':1,'author':'a','since':'1','text':'x'}"));
        row("before 1970", json("{'v':1,'author':'a','since':-1,'text':'x'}"));
        row("a huge time", json("{'v':1,'author':'a','since':18446744073709551615,'text':'x'}"));
        row("two lines", json("{'v':1,'author':'a','since':1,'text':'x\\ny'}"));
        row("an escape", json("{'v':1,'author':'a','since':1,'text':'\\u001b[2J'}"));
        row("right to left", json("{'v':1,'author':'a\\u202e','since':1,'text':'x'}"));
        row("not UTF-8", QByteArray("{\"v\":1,\"author\":\"a\",\"since\":1,\"text\":\"\xff\"}"));
        row("a text of 201",
            json("{'v':1,'author':'a','since':1,'text':'" + QByteArray(201, 'x') + "'}"));
    }
    void whatIsNoNoteCannotBeRead()
    {
        const auto [value] = fetch<QByteArray>();
        const Note note = noteOfValue(value.toStdString());
        QCOMPARE(note.kind, Note::Kind::Unreadable);
        QVERIFY(note.text.empty());
    }

    void aTextOfTwoHundredIsOneLine()
    {
        QVERIFY(isOneLine(std::string(200, 'x'), 200));
        QVERIFY(!isOneLine(std::string(201, 'x'), 200));
        QVERIFY(isOneLine("a\\nb <b>", 200));
        for (const char* const bad : {"", " a", "a ", "a\nb", "a\tb", "a\x1b", "a\xe2\x80\x8b"})
            QVERIFY2(!isOneLine(bad, 200), bad);
    }

    void theNoteOfMostMastersIsShown()
    {
        NoteBook book;
        const Resource lock("a");
        book.set(0, lock, noteBy("bob@b", "y"));
        QCOMPARE(book.of(lock).author, std::string("bob@b"));
        book.set(1, lock, noteBy("ann@a", "x"));
        book.set(2, lock, noteBy("ann@a", "x"));
        QCOMPARE(book.of(lock).author, std::string("ann@a"));
        QCOMPARE(book.takeChanged().size(), std::size_t(1));
        QVERIFY(book.areSeen());
        book.set(1, lock, noteBy("ann@a", "x")); // as before
        QVERIFY(book.areSeen());
        book.setAll(1, {});
        book.setAll(2, {});
        QCOMPARE(book.of(lock).author, std::string("bob@b"));
        book.dropEnded(SteadyTime(1h));
        QVERIFY(book.of(lock).isNone());
        QVERIFY(book.isEmpty());
        QCOMPARE(book.takeChanged().size(), std::size_t(1));
    }

    void ofEqualsTheOlderNoteIsShown()
    {
        NoteBook book;
        const Resource lock("a");
        book.set(0, lock, noteBy("bob@b", "y", kSince + 1ms));
        book.set(1, lock, noteBy("ann@a", "x", kSince));
        QCOMPARE(book.of(lock).author, std::string("ann@a"));
    }

    void aNoteIsNoLock()
    {
        const auto formats = FormatSet::of(config::Deployment{});
        KeyReading reading{.key = noteKeyOf(Resource("lock:a")),
            .type = ValueType::String,
            .value = noteValue(noteBy("ann@desk", "x")),
            .ttl = 10min};
        QVERIFY(!formats->match(reading, kSince));
        reading.key = kNoteIndexKey;
        reading.value = "1";
        QVERIFY(!formats->match(reading, kSince));
        reading.key = "lock:a";
        QVERIFY(formats->match(reading, kSince)); // it is for its name
    }

    void aKeyOfAnotherTypeIsANoteThatCannotBeRead()
    {
        const auto wrong = fail(ErrorClass::WrongType, "WRONGTYPE");
        const auto note = noteOf({wrong, redis::Reply::number(500)}, SteadyTime(1s));
        QVERIFY(note.has_value());
        QCOMPARE(note->kind, Note::Kind::Unreadable);
        QCOMPARE(note->until, SteadyTime(1500ms));
        QVERIFY(noteOf({redis::Reply::string(""), redis::Reply::number(-2)}, {})->isNone());
    }
};

LOCKKEEPER_TEST(NotesTest)

} // namespace lockkeeper::tests::notes_test

#include "notes_test.moc"
