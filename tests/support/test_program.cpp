// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lab/contender.h"
#include "app/sandbox/sandbox.h"
#include "tests/support/test_class.h"

#include <QTemporaryDir>
#include <cstdarg>
#include <cstdio>
#include <dlfcn.h>

#ifdef QT_WIDGETS_LIB
#include <QApplication>
using Application = QApplication;
#else
using Application = QCoreApplication;
#endif

#ifdef LOCKKEEPER_HAS_TSAN
/// QProcess clones a child that shares its memory until it calls exec(). ThreadSanitizer's runtime
/// takes that for a fork(), and then both for one thread, and stops: pass it by.
extern "C" int clone(int (*function)(void*), void* stack, int flags, void* argument, ...) noexcept
{
    using Clone = int (*)(int (*)(void*), void*, int, void*, void*, void*, void*);
    static const auto real = reinterpret_cast<Clone>(::dlsym(RTLD_NEXT, "clone"));
    va_list more;
    va_start(more, argument);
    void* const parentId = va_arg(more, void*);
    void* const storage = va_arg(more, void*);
    void* const childId = va_arg(more, void*);
    va_end(more);
    return real(function, stack, flags, argument, parentId, storage, childId);
}
#endif

/// PROGRAM CLASS [QTEST_OPTION...]: runs one test class. Exit code 64 for an unknown class.
int main(int argc, char* argv[])
{
    // A sandbox and a play start their processes as this program with a hidden argument.
    if (const auto exitCode = lockkeeper::sandbox::runSandboxPart(argc, argv))
        return *exitCode;
    if (const auto exitCode = lockkeeper::lab::runContender(argc, argv))
        return *exitCode;
    const auto& classes = lockkeeper::tests::TestClass::all();
    const auto found = argc < 2 ? classes.end() : classes.find(std::string_view(argv[1]));
    if (found == classes.end()) {
        std::fputs("name one of these test classes first:\n", stderr);
        for (const auto& [name, make] : classes)
            std::fprintf(stderr, "  %s\n", name.c_str());
        return 64;
    }
    // What programs keep by themselves, such as histories and the journal, is not to be the user's.
    const QTemporaryDir state;
    qputenv("XDG_STATE_HOME", QFile::encodeName(state.path()));
    argv[1] = argv[0];
    const Application application(argc, argv);
    Application::setAttribute(Qt::AA_Use96Dpi, true);
    const std::unique_ptr<QObject> test = found->second();
    int remaining = argc - 1;
    return QTest::qExec(test.get(), remaining, argv + 1);
}
