// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/files/journal_socket.h"
#include "core/files/unique_fd.h"
#include "tests/support/test_class.h"

#include <array>
#include <fcntl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>

namespace lockkeeper::tests::journal_socket_test {

namespace {

/// The journal's end of a socket.
class Journal {
public:
    explicit Journal(const std::string& path)
        : m_socket(::socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0))
    {
        ::sockaddr_un address{};
        address.sun_family = AF_UNIX;
        path.copy(address.sun_path, sizeof address.sun_path - 1);
        if (::bind(m_socket.get(), reinterpret_cast<const ::sockaddr*>(&address), sizeof address)
            != 0)
            m_socket.close();
    }
    /// The entry that was sent; empty without one.
    [[nodiscard]] QByteArray entry() const
    {
        std::array<char, 1024> bytes{};
        const auto count = ::recv(m_socket.get(), bytes.data(), bytes.size(), MSG_DONTWAIT);
        return count < 0 ? QByteArray() : QByteArray(bytes.data(), count);
    }

private:
    UniqueFd m_socket;
};

} // namespace

class JournalSocketTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void sendsTheFieldsOfAnEntry()
    {
        const Journal journal(path());
        QVERIFY(sendToJournal(
            {{"MESSAGE", "master a: gone"}, {"EMPTY", ""}, {"PRIORITY", "4"}}, path()));
        QCOMPARE(journal.entry(), QByteArray("MESSAGE=master a: gone\nPRIORITY=4\n"));
    }

    void keepsLineEndsWithinTheirField()
    {
        const Journal journal(path());
        QVERIFY(sendToJournal({{"MESSAGE", "a\nPRIORITY=0"}, {"PRIORITY", "4"}}, path()));
        QCOMPARE(journal.entry(),
            QByteArray("MESSAGE\n\x0c\0\0\0\0\0\0\0a\nPRIORITY=0\nPRIORITY=4\n", 40));
    }

    void saysThatThereIsNoJournal()
    {
        QVERIFY(!sendToJournal({{"MESSAGE", "a"}}, path() + "-elsewhere"));
        QVERIFY(!sendToJournal({{"MESSAGE", "a"}}, std::string(200, 'x')));
    }

    void knowsTheStreamThatIsTheJournals()
    {
        QTemporaryDir other;
        const UniqueFd stream(::open(other.path().toLocal8Bit().constData(), O_RDONLY | O_CLOEXEC));
        struct ::stat status { };
        QCOMPARE(::fstat(stream.get(), &status), 0);
        qunsetenv("JOURNAL_STREAM");
        QVERIFY(!isJournalStream(stream.get()));
        qputenv("JOURNAL_STREAM",
            QByteArray::number(qulonglong(status.st_dev)) + ":"
                + QByteArray::number(qulonglong(status.st_ino)));
        QVERIFY(isJournalStream(stream.get()));
        QVERIFY(!isJournalStream(-1));
        qputenv("JOURNAL_STREAM", "1:2");
        QVERIFY(!isJournalStream(stream.get()));
        qunsetenv("JOURNAL_STREAM");
    }

private:
    [[nodiscard]] std::string path() const
    {
        // A socket of its own for each test function.
        return m_directory.filePath(QString::fromLatin1(QTest::currentTestFunction()))
            .toStdString();
    }

    QTemporaryDir m_directory;
};

LOCKKEEPER_TEST(JournalSocketTest)

} // namespace lockkeeper::tests::journal_socket_test

#include "journal_socket_test.moc"
