# Shared by ./spine and perf/bench, which set $tree to the top of the tree and source this file.
# Finds a JDK 25, builds what is not built, and leaves the Java command to the caller. Exit code 2: the user must change something.

release=25
# What is run: the command, or by perf/bench the benchmarks.
module=workbench/command
[ "${0##*/}" != bench ] || module=perf/benchmarks
lib=$tree/$module/target/lib
jar=$lib/spine-${module##*/}.jar
cache=$lib/spine.aot
# Every build writes it anew, so its time is the time of the build.
built=$lib/classpath

# One line on standard error, then exit code 2.
refuse() {
    printf 'spine: %s\n' "$1" >&2
    exit 2
}

# True if $1 is the home of a JDK of the wanted release. Read from its release file: starting java to ask costs more than our work.
is_wanted_jdk() {
    [ -x "$1/bin/java" ] && [ -x "$1/bin/javac" ] && [ -r "$1/release" ] || return 1
    grep -q "^JAVA_VERSION=\"$release[.\"]" "$1/release" || grep -q "^JAVA_VERSION=\"$release[-+]" "$1/release"
}

# The usual install places, one home a line. $SPINE_JDK_DIRS (separated by colons) replaces them: each names a JDK or holds some.
jdk_candidates() {
    if [ -n "${SPINE_JDK_DIRS+set}" ]; then
        (IFS=:; for dir in $SPINE_JDK_DIRS; do printf '%s\n' "$dir" "$dir"/*; done)
        return 0
    fi
    for home in /usr/lib/jvm/* /usr/lib64/jvm/* /usr/java/* /opt/* /opt/java/* /opt/jdk/* /usr/local/* \
            "${HOME:-}"/.sdkman/candidates/java/* "${HOME:-}"/.jdks/* "${HOME:-}"/.jenv/versions/* "${HOME:-}"/.asdf/installs/java/* \
            "${HOME:-}"/.local/share/mise/installs/java/* \
            /Library/Java/JavaVirtualMachines/*/Contents/Home "${HOME:-}"/Library/Java/JavaVirtualMachines/*/Contents/Home \
            /opt/homebrew/opt/openjdk*/libexec/openjdk.jdk/Contents/Home /usr/local/opt/openjdk*/libexec/openjdk.jdk/Contents/Home; do
        printf '%s\n' "$home"
    done
}

# Sets $jdk: JAVA_HOME, then the java on PATH, then the usual places.
find_jdk() {
    jdk=${JAVA_HOME:-}
    if [ -n "$jdk" ] && is_wanted_jdk "$jdk"; then
        return 0
    fi
    on_path=$(command -v java || true)
    if [ -n "$on_path" ]; then
        on_path=$(readlink -f "$on_path" 2>/dev/null || printf '%s' "$on_path")
        jdk=${on_path%/bin/java}
        if is_wanted_jdk "$jdk"; then
            return 0
        fi
    fi
    jdk=$(jdk_candidates | while IFS= read -r home; do
        if is_wanted_jdk "$home"; then
            printf '%s\n' "$home"
            break
        fi
    done) || :
    [ -n "$jdk" ] || refuse "no JDK $release found; install one (for example Eclipse Temurin $release, https://adoptium.net) or set JAVA_HOME to it"
}

# True if a source, a resource or a pom is newer than the last build. A deleted file makes its directory newer.
is_stale() {
    [ -n "$(cd "$tree" && find pom.xml ./*/pom.xml ./*/*/pom.xml ./*/src/main ./*/*/src/main -newer "$built" -print 2>/dev/null \
        | head -n 1)" ]
}

# True if $1 is not there, or this user may read it, and enter it if it is a directory.
is_readable() {
    [ ! -e "$1" ] || { [ -r "$1" ] && { [ ! -d "$1" ] || [ -x "$1" ]; }; }
}

# True if this user may build here: in a tree of somebody else he may not.
may_build() {
    for dir in "$tree/${module%%/*}" "$tree/$module" "$tree/$module/target" "$lib"; do
        [ ! -d "$dir" ] || [ -w "$dir" ] || return 1
    done
}

# Says why the tree has to be built; nothing when it has not.
why_build() {
    if [ ! -r "$built" ]; then
        printf 'nothing is built yet'
    elif is_stale; then
        printf 'sources changed since the last build'
    fi
}

# Runs Maven if nothing is built or sources changed since. An old build is used as it is, and said so, where it cannot be built anew.
build_if_needed() {
    for each in "$tree/$module/target" "$lib" "$built" "$jar"; do
        is_readable "$each" || refuse "you may not read what is built in $tree; have its owner run 'chmod -R a+rX' on it, or build a copy"
    done
    reason=$(why_build)
    [ -n "$reason" ] || return 0
    why_not=
    if ! may_build; then
        why_not="you may not write in $tree"
        cure='have its owner run ./spine there once, or build a copy of your own'
    elif ! command -v mvn >/dev/null 2>&1; then
        why_not='there is no Maven'
        cure='install Maven 3.8 or later (mvn), then run this again'
    fi
    if [ -n "$why_not" ]; then
        [ -r "$built" ] || refuse "nothing is built and $why_not; $cure"
        printf 'spine: %s, and %s: running the old build\n' "$reason" "$why_not" >&2
        return 0
    fi
    # One lock for the tree, whatever is built: two builds in one tree spoil each other.
    lock=$tree/workbench/target/build.lock
    { mkdir -p "$lib" "${lock%/*}" && touch "$lock"; } || refuse "nothing can be written to $lib; the line above says why"
    # The second waits, and finds it done. Where there is no flock, nobody waits.
    if command -v flock >/dev/null 2>&1; then
        exec 9>>"$lock"
        if ! flock -n 9; then
            printf 'spine: %s, and somebody else builds already: waiting for that\n' "$reason" >&2
            flock 9 || :
        fi
        # The build may have ended since this was looked at.
        reason=$(why_build)
    fi
    if [ -n "$reason" ]; then
        build
    fi
    exec 9>&-
}

# The build itself.
build() {
    if [ -r "$built" ]; then
        printf 'spine: %s: compiling again (mvn -q -Dquickly -pl %s -am package), up to a minute ...\n' "$reason" "$module" >&2
    else
        printf 'spine: %s: compiling all of Spine (mvn -q -Dquickly -pl %s -am package); one to two minutes, longer if Maven has libraries to fetch ...\n' \
            "$reason" "$module" >&2
    fi
    touch "$lib/build.started" || refuse "nothing can be written to $lib; the line above says why"
    # Maven itself runs on any JDK from 17; the one found here is made known to its toolchain search, and runs Maven if nothing else can.
    (
        cd "$tree"
        export JAVA25_HOME="$jdk"
        if [ -z "${JAVA_HOME:-}" ] && ! command -v java >/dev/null 2>&1; then
            export JAVA_HOME="$jdk"
        fi
        mvn -q -B -ntp -Dstyle.color=never -Dquickly -pl "$module" -am package >&2
    ) || refuse 'the build failed; the lines above say why'
    # A source that was edited while the build ran is newer than its start, and is built next time; a build of the benchmarks is one of the
    # command, too.
    for each in "$tree/workbench/command/target/lib/classpath" "$built"; do
        [ ! -e "$each" ] || touch -r "$lib/build.started" "$each"
    done
}

# Sets $collector. Serial: the data path allocates nothing, so the collector that starts fastest and takes no thread of its own is best. The
# user's choice is the only one, for the JVM takes no two. A text, because the image runs it where this file is not.
choose_collector='collector=-XX:+UseSerialGC
case "${SPINE_JAVA_OPTS:-} ${JDK_JAVA_OPTIONS:-} ${JAVA_TOOL_OPTIONS:-} ${_JAVA_OPTIONS:-}" in
    *-XX:+UseSerialGC* | *-XX:+UseParallelGC* | *-XX:+UseG1GC* | *-XX:+UseZGC* | *-XX:+UseShenandoahGC* | *-XX:+UseEpsilonGC*) collector= ;;
esac'
eval "$choose_collector"

# What all ways to start have in common, the image's too. Plain pointers: the heap is small, and packing and unpacking them costs the data
# path about a tenth.
# Heap: it begins small, and what a full collection frees goes back to the system at once, so that a process is large only as long as it
# must be. Stack traces: without them the compiler would leave out what exceptions cost, and fuel would depend on it.
java_options='--enable-native-access=ALL-UNNAMED -XX:-UseCompressedOops -Djava.awt.headless=true'
java_options="$java_options -Xms128m -XX:NewSize=96m -XX:-ShrinkHeapInSteps -XX:MinHeapFreeRatio=20 -XX:MaxHeapFreeRatio=40"
java_options="$java_options -XX:-OmitStackTraceInFastThrow"

# Memory of cards and screens lies outside the Java heap, in some hundred small pages; in large ones a packet costs a twentieth less.
# A C library that does not know this setting ignores it.
export GLIBC_TUNABLES="${GLIBC_TUNABLES:-glibc.malloc.hugetlb=1}"

# Runs the command once to record what it loads, which takes about a third off every later start. The JVM itself drops a cache that
# does not fit its jars or its options; so nothing here can be wrong, only slower.
prepare_cache() {
    # Where nothing can be kept, each start would record in vain.
    [ -w "$lib" ] || return 0
    if [ -e "$cache" ] && [ -z "$(find "$lib" -name '*.jar' -newer "$cache" -print | head -n 1)" ]; then
        return 0
    fi
    # shellcheck disable=SC2086 # a list of words
    "$jdk/bin/java" $collector $java_options -Xlog:disable -XX:AOTCacheOutput="$cache.$$" -jar "$jar" boot >/dev/null 2>&1 || :
    mv -f "$cache.$$" "$cache" 2>/dev/null || :
}
