// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/files/atomic_file.h"
#include "core/files/output_file.h"
#include "core/files/unique_fd.h"
#include "core/files/write_all.h"
#include "tests/files/sync_log.h"
#include "tests/support/scratch_directory.h"
#include "tests/support/test_class.h"

#include <algorithm>
#include <csignal>
#include <fcntl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

namespace lockkeeper::tests::atomic_file_test {

class AtomicFileTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { m_directory = std::make_unique<ScratchDirectory>(); }

    void makesAFileThatWasNotThere()
    {
        QVERIFY(replaceFile(m_directory->file("new"), "bytes", 0600).has_value());
        QCOMPARE(contentOf(m_directory->file("new")), std::string("bytes"));
    }

    void replacesAllOfALongerFile()
    {
        const auto path = m_directory->file("there");
        write(path, "a much longer content");
        QVERIFY(replaceFile(path, "short", 0600).has_value());
        QCOMPARE(contentOf(path), std::string("short"));
        QCOMPARE(m_directory->size(), 1);
    }

    void takesAnyBytesAndNone()
    {
        const std::string bytes("\0\n\xff", 3);
        QVERIFY(replaceFile(m_directory->file("some"), bytes, 0600).has_value());
        QCOMPARE(contentOf(m_directory->file("some")), bytes);
        QVERIFY(replaceFile(m_directory->file("some"), "", 0600).has_value());
        QCOMPARE(contentOf(m_directory->file("some")), std::string());
    }

    void hasTheModeWhateverTheUmaskIs_data()
    {
        QTest::addColumn<int>("umask");
        QTest::newRow("none") << 0;
        QTest::newRow("all") << 0777;
    }
    void hasTheModeWhateverTheUmaskIs()
    {
        QFETCH(int, umask);
        const ::mode_t before = ::umask(static_cast<::mode_t>(umask));
        const bool isWritten = replaceFile(m_directory->file("open"), "x", 0644).has_value()
            && replaceFile(m_directory->file("closed"), "x", 0600).has_value();
        ::umask(before);
        QVERIFY(isWritten);
        QCOMPARE(modeOf(m_directory->file("open")), ::mode_t(0644));
        QCOMPARE(modeOf(m_directory->file("closed")), ::mode_t(0600));
    }

    void aReaderKeepsTheOldContent()
    {
        const auto path = m_directory->file("there");
        write(path, "old");
        std::ifstream reader(path);
        QVERIFY(replaceFile(path, "new", 0600).has_value());
        QCOMPARE(std::string(std::istreambuf_iterator<char>(reader), {}), std::string("old"));
    }

    void theWholeContentIsOnDiskBeforeItHasTheName()
    {
        const auto path = m_directory->file("there");
        syncLog().clear();
        QVERIFY(replaceFile(path, "bytes", 0600).has_value());
        QCOMPARE(syncLog().size(), std::size_t(1));
        struct ::stat info { };
        QCOMPARE(::stat(path.c_str(), &info), 0);
        QCOMPARE(syncLog()[0].inode, info.st_ino);
        QCOMPARE(syncLog()[0].size, ::off_t(5));
    }

    void aSymbolicLinkIsReplacedAndNotFollowed()
    {
        write(m_directory->file("target"), "untouched");
        std::filesystem::create_symlink("target", m_directory->file("link"));
        QVERIFY(replaceFile(m_directory->file("link"), "bytes", 0600).has_value());
        QCOMPARE(contentOf(m_directory->file("target")), std::string("untouched"));
        QVERIFY(!std::filesystem::is_symlink(m_directory->file("link")));
    }

    void leavesNothingBehindIfItFails()
    {
        std::filesystem::create_directory(m_directory->file("directory"));
        const auto replaced = replaceFile(m_directory->file("directory"), "bytes", 0600);
        QVERIFY(!replaced.has_value());
        QCOMPARE(replaced.error().kind, ErrorClass::System);
        QCOMPARE(replaced.error().text, std::string("Is a directory"));
        QCOMPARE(m_directory->size(), 1);
    }

    void aFullDiskLeavesTheOldContent()
    {
        const auto path = m_directory->file("there");
        write(path, "old");
        // A limit on the file's size stands in for the end of the disk.
        const pid_t child = ::fork();
        if (child == 0) {
            ::signal(SIGXFSZ, SIG_IGN);
            const ::rlimit limit{10, 10};
            ::setrlimit(RLIMIT_FSIZE, &limit);
            const auto replaced = replaceFile(path, std::string(100, 'x'), 0600);
            ::_exit(!replaced && replaced.error().text == "File too large" ? 0 : 1);
        }
        int status = -1;
        QCOMPARE(::waitpid(child, &status, 0), child);
        QCOMPARE(status, 0);
        QCOMPARE(contentOf(path), std::string("old"));
        QCOMPARE(m_directory->size(), 1);
    }

    void aMissingDirectoryIsNotMade()
    {
        const auto replaced = replaceFile(m_directory->file("no/such"), "bytes", 0600);
        QVERIFY(!replaced.has_value());
        QCOMPARE(replaced.error().text, std::string("No such file or directory"));
    }

    void outputGoesToTheFileBehindALink()
    {
        write(m_directory->file("target"), "old");
        const auto link = m_directory->file("link");
        std::filesystem::create_symlink("target", link);
        QVERIFY(replaceOutputFile(link, "new", OutputSecrecy::Public).has_value());
        QVERIFY(std::filesystem::is_symlink(link));
        QCOMPARE(contentOf(m_directory->file("target")), std::string("new"));
        QCOMPARE(modeOf(link), ::mode_t(0644));
    }

    void outputReplacesALinkThatLeadsNowhere()
    {
        const auto link = m_directory->file("link");
        std::filesystem::create_symlink("link", link);
        QVERIFY(replaceOutputFile(link, "new", OutputSecrecy::Private).has_value());
        QVERIFY(!std::filesystem::is_symlink(link));
        QCOMPARE(contentOf(link), std::string("new"));
    }

    void outputIsWrittenToADevice()
    {
        QVERIFY(replaceOutputFile("/dev/null", "bytes", OutputSecrecy::Private).has_value());
        QVERIFY(std::filesystem::is_character_file("/dev/null"));
        QCOMPARE(replaceOutputFile("/dev/full", "bytes", OutputSecrecy::Private).error().text,
            std::string("can't write /dev/full: No space left on device"));
    }

    void outputThatCanNotBeWrittenNamesThePath()
    {
        const std::string path = m_directory->path().string();
        QCOMPARE(replaceOutputFile(path, "bytes", OutputSecrecy::Private).error().text,
            "can't write " + path + ": Is a directory");
    }

    void aPipeThatIsFullIsWaitedFor()
    {
        int ends[2];
        QCOMPARE(::pipe2(ends, O_NONBLOCK | O_CLOEXEC), 0);
        UniqueFd reader(ends[0]);
        const UniqueFd writer(ends[1]);
        const std::string bytes(1 << 20, 'x'); // a pipe takes 64 KiB
        QCOMPARE(::fcntl(reader.get(), F_SETFL, 0), 0);
        std::string got;
        std::thread receiver([&] {
            while (got.size() < bytes.size()) {
                char part[4096];
                got.append(part,
                    static_cast<std::size_t>(
                        std::max<::ssize_t>(::read(reader.get(), part, sizeof part), 0)));
            }
        });
        const bool isWritten = writeAll(writer.get(), bytes);
        receiver.join();
        QVERIFY(isWritten);
        QCOMPARE(got.size(), bytes.size());
        reader.close();
        ::signal(SIGPIPE, SIG_IGN);
        QVERIFY(!writeAll(writer.get(), "x"));
        ::signal(SIGPIPE, SIG_DFL);
    }

private:
    std::unique_ptr<ScratchDirectory> m_directory;
};

LOCKKEEPER_TEST(AtomicFileTest)

} // namespace lockkeeper::tests::atomic_file_test

#include "atomic_file_test.moc"
