// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/files/private_file.h"
#include "tests/files/sync_log.h"
#include "tests/support/scratch_directory.h"
#include "tests/support/test_class.h"

#include <fcntl.h>

namespace lockkeeper::tests::private_file_test {

namespace {

constexpr std::size_t kLimit = 100;
constexpr ::uid_t kAnotherUser = 12345;

template <class T> std::string textOf(const Result<T>& result)
{
    return result ? std::string("(no error)") : result.error().text;
}

auto readSecret(const std::filesystem::path& path)
{
    return readPrivateFile(path, kLimit, FileSecrecy::Secret);
}

auto readOpen(const std::filesystem::path& path)
{
    return readPrivateFile(path, kLimit, FileSecrecy::ReadableByOthers);
}

} // namespace

class PrivateFileTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m_directory = std::make_unique<ScratchDirectory>();
        m_file = m_directory->file("file");
    }

    void readsAllBytes()
    {
        const std::string bytes("a\0\xff\n", 4);
        write(m_file, bytes);
        QVERIFY(readSecret(m_file).value() == bytes);
    }

    void aMissingFileIsNoError() { QVERIFY(readSecret(m_file).value() == std::nullopt); }

    void readsUpToTheLimitAndNoFurther()
    {
        write(m_file, std::string(kLimit, 'x'));
        QCOMPARE(readSecret(m_file).value()->size(), kLimit);
        write(m_file, std::string(kLimit + 1, 'x'));
        QCOMPARE(textOf(readSecret(m_file)), std::string("is larger than 100 bytes"));
    }

    void aSecretIsForItsOwnerAlone()
    {
        write(m_file, "bytes", 0640);
        QVERIFY(readOpen(m_file).has_value());
        QCOMPARE(textOf(readSecret(m_file)), std::string("others may read it; chmod 600 it"));
    }

    void whatOthersMayChangeIsRefused()
    {
        write(m_file, "bytes", 0620);
        const std::string text = "others may write to it; chmod 600 it";
        QCOMPARE(textOf(readOpen(m_file)), text);
        QCOMPARE(textOf(openPrivateFile(m_file)), text);
        QCOMPARE(textOf(checkPrivateFile(m_file)), text);
    }

    void aDirectoryThatOthersMayChangeIsRefused()
    {
        const auto safe = m_directory->file("safe");
        std::filesystem::create_directory(safe);
        write(safe / "target", "bytes");
        std::filesystem::create_symlink(safe / "target", m_file);
        QCOMPARE(readOpen(m_file).value(), std::optional<std::string>("bytes"));
        const std::string text = "others may write to its directory; chmod 700 it";
        QCOMPARE(::chmod(safe.c_str(), 0777), 0);
        QCOMPARE(textOf(readOpen(m_file)), text);
        QCOMPARE(readOpen(m_file).error().kind, ErrorClass::InvalidArgument);
        QCOMPARE(::chmod(safe.c_str(), 0700), 0);
        QCOMPARE(::chmod(m_directory->path().c_str(), 0777), 0);
        QCOMPARE(textOf(readOpen(m_file)), text);
        QCOMPARE(::chmod(m_directory->path().c_str(), 01777), 0);
        QVERIFY(readOpen(m_file).has_value());
    }

    void aFifoIsRefusedWithoutWaiting()
    {
        QCOMPARE(::mkfifo(m_file.c_str(), 0600), 0);
        const std::string text = "is not a regular file";
        QCOMPARE(textOf(readOpen(m_file)), text);
        QCOMPARE(textOf(openPrivateFile(m_file)), text);
        QCOMPARE(textOf(checkPrivateFile(m_file)), text);
    }

    void onlyReadingFollowsASymbolicLink()
    {
        write(m_directory->file("target"), "bytes");
        std::filesystem::create_symlink("target", m_file);
        QVERIFY(readSecret(m_file).value() == "bytes");
        QCOMPARE(textOf(openPrivateFile(m_file)), std::string("is a symbolic link"));
        QCOMPARE(textOf(checkPrivateFile(m_file)), std::string("is a symbolic link"));
    }

    void aFileOfAnotherUserIsRefused()
    {
        write(m_file, "bytes");
        if (::chown(m_file.c_str(), kAnotherUser, kAnotherUser) != 0)
            QSKIP("only root can give a file away");
        const std::string text = "belongs to another user";
        QCOMPARE(textOf(readOpen(m_file)), text);
        QCOMPARE(textOf(openPrivateFile(m_file)), text);
        QCOMPARE(textOf(checkPrivateFile(m_file)), text);
    }

    void aFileOfRootsCanBeReadButIsNotOurs()
    {
        if (::geteuid() == 0)
            QSKIP("root's files are ours");
        QVERIFY(readPrivateFile("/etc/passwd", 1 << 20, FileSecrecy::ReadableByOthers));
        QCOMPARE(textOf(checkPrivateFile("/etc/passwd")), std::string("belongs to another user"));
    }

    void whatCanNotBeOpenedIsRefusedWithTheReason()
    {
        const auto below = m_file / "below";
        write(m_file, "bytes");
        QCOMPARE(textOf(readOpen(below)), std::string("can't open it: Not a directory"));
        QCOMPARE(textOf(openPrivateFile(below)), std::string("can't create it: Not a directory"));
        QCOMPARE(textOf(checkPrivateFile(below)), std::string("can't look at it: Not a directory"));
        QCOMPARE(openPrivateFile(below).error().kind, ErrorClass::InvalidArgument);
    }

    void whatCanNotBeReadIsRefusedWithTheReason()
    {
        // Nothing is mapped at address 0.
        QCOMPARE(
            textOf(readOpen("/proc/self/mem")), std::string("can't read it: Input/output error"));
    }

    void openingMakesTheFileForItsOwnerAlone()
    {
        const Umask none(0);
        QVERIFY(openPrivateFile(m_file).has_value());
        QCOMPARE(modeOf(m_file), ::mode_t(0600));
        QVERIFY(checkPrivateFile(m_file).has_value());
    }

    void whatTheUmaskTakesIsGiven()
    {
        for (const ::mode_t umask : {0077U, 0277U, 0477U, 0777U}) {
            const Umask taken(umask);
            QVERIFY(openPrivateFile(m_file).has_value());
            QCOMPARE(modeOf(m_file), ::mode_t(0600));
            QVERIFY(std::filesystem::remove(m_file));
        }
    }

    void creatingLeavesWhatIsThereAlone()
    {
        write(m_file, "old");
        QVERIFY(createPrivateFile(m_file).value() == std::nullopt);
        QCOMPARE(contentOf(m_file), std::string("old"));
        const auto link = m_directory->file("link");
        std::filesystem::create_symlink(m_directory->file("nowhere"), link);
        QVERIFY(createPrivateFile(link).value() == std::nullopt);
        QVERIFY(!std::filesystem::exists(m_directory->file("nowhere")));
    }

    void openingTakesTheCallersFlags()
    {
        write(m_file, "old");
        const auto file = openPrivateFile(m_file, O_APPEND);
        QVERIFY(file.has_value());
        QCOMPARE(::write(file->get(), "new", 3), ::ssize_t(3));
        QCOMPARE(contentOf(m_file), std::string("oldnew"));
    }

    void replacingMakesTheDirectoriesAndBringsTheNameToDisk()
    {
        const Umask none(0);
        const auto path = m_directory->file("a/file");
        syncLog().clear();
        QVERIFY(replacePrivateFile(path, "bytes").has_value());
        QCOMPARE(contentOf(path), std::string("bytes"));
        QCOMPARE(modeOf(path), ::mode_t(0600));
        QCOMPARE(modeOf(path.parent_path()), ::mode_t(0700));
        QVERIFY(isSynced(path.parent_path()));
    }

    void replacingGoesToWhereASymbolicLinkPoints()
    {
        write(m_directory->file("target"), "old");
        std::filesystem::create_symlink("target", m_file);
        QVERIFY(replacePrivateFile(m_file, "new").has_value());
        QVERIFY(std::filesystem::is_symlink(m_file));
        QCOMPARE(contentOf(m_directory->file("target")), std::string("new"));
    }

    void nothingIsReplacedWhereOthersMayWrite()
    {
        write(m_file, "old");
        QCOMPARE(::chmod(m_directory->path().c_str(), 0777), 0);
        QCOMPARE(textOf(replacePrivateFile(m_file, "new")),
            std::string("others may write to its directory; chmod 700 it"));
        QCOMPARE(contentOf(m_file), std::string("old"));
    }

    void replacingSaysWhyItFailed()
    {
        std::filesystem::create_directory(m_file);
        const auto replaced = replacePrivateFile(m_file, "new");
        QCOMPARE(textOf(replaced), std::string("can't write it: Is a directory"));
        QCOMPARE(replaced.error().kind, ErrorClass::System);
    }

private:
    std::unique_ptr<ScratchDirectory> m_directory;
    std::filesystem::path m_file;
};

LOCKKEEPER_TEST(PrivateFileTest)

} // namespace lockkeeper::tests::private_file_test

#include "private_file_test.moc"
