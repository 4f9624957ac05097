package dev.spine.perf.ardma;

import dev.spine.extension.ardma.host.ArdmaServer;
import dev.spine.extension.ardma.host.CallResult;
import dev.spine.extension.ardma.host.RemoteArea;
import dev.spine.extension.ardma.host.RemoteRoutine;
import dev.spine.extension.ardma.host.RemoteServer;
import dev.spine.perf.report.PathReading;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/**
 * A client and a server of Active RDMA on a described machine, in virtual time. A program of the client's host makes lookups one after the
 * other; it pays what its operating system takes for having the card send a request and for being told of the answer. What it does with the
 * bytes that it has read is one application's unit for each answer; by direct access, its code is free beside that. One thread.
 */
public final class LookupExperiment implements AutoCloseable {
    /** The first lookups: connections are made, and first copies of everything are there. */
    private static final int WARM_UP = 2;
    private static final int PIECE = 40_000;
    private static final double NS_PER_SECOND = 1e9;

    private final ArdmaPair pair;
    private final ArdmaServer server;
    private final RemoteServer remote;
    private final long seed;

    /**
     * Builds both and connects them.
     *
     * @param profile reference of the machines' profile
     * @param seed of all randomness
     */
    public LookupExperiment(String profile, long seed) {
        this.seed = seed;
        pair = new ArdmaPair(profile, seed, null);
        server = pair.server();
        remote = pair.remote();
    }

    /** A structure in an area of the server, and its routine everywhere. */
    final class Opened implements AutoCloseable {
        private final LookupStructure structure;
        private final int area;
        private final List<RemoteArea> areas;
        private final byte[] routine;
        private final long hash;
        private final double installSeconds;
        private final RemoteRoutine procedure;

        private Opened(LookupStructure structure) {
            this.structure = structure;
            byte[] bytes = structure.bytes(seed);
            area = server.open(structure.title(), bytes.length, true);
            RemoteArea opened = remote.lookup(structure.title());
            areas = List.of(opened);
            for (int at = 0; at < bytes.length; at += PIECE) {
                remote.write(opened, at, Arrays.copyOfRange(bytes, at, Math.min(bytes.length, at + PIECE)));
            }
            routine = structure.routine();
            long begin = pair.nowNs();
            hash = remote.install(routine);
            installSeconds = (pair.nowNs() - begin) / NS_PER_SECOND;
            server.offer(structure.title(), routine);
            procedure = remote.procedure(structure.title());
        }

        /** {@return how long it took to have the server keep the routine} */
        double installSeconds() {
            return installSeconds;
        }

        /** {@return bytes of the routine} */
        int routineBytes() {
            return routine.length;
        }

        private RemoteRoutine of(LookupPath path) {
            return switch (path) {
                case RPC -> procedure;
                case DIRECT -> remote.direct(routine);
                case ACTIVE -> (reader, given, arguments) -> remote.call(hash, reader, given, arguments);
                case ONCE -> (reader, given, arguments) -> remote.callOnce(routine, reader, given, arguments);
            };
        }

        /** {@return what a path does with so many lookups of the key that is deepest} */
        LookupReading deepest(LookupPath path, int lookups) {
            long[] keys = new long[lookups];
            Arrays.fill(keys, structure.deepestKey());
            return read(of(path), keys);
        }

        /** {@return what lookups of keys do that probe so often at most by direct access} */
        LookupReading fallBack(int mostTrips, long... keys) {
            return read(remote.direct(routine, mostTrips, procedure), keys);
        }

        /** {@return what lookups of keys do on a path} */
        LookupReading each(LookupPath path, long... keys) {
            return read(of(path), keys);
        }

        private LookupReading read(RemoteRoutine lookup, long... keys) {
            for (int i = 0; i < WARM_UP; i++) {
                lookup.run(areas, structure.arguments(keys[0]));
            }
            ArdmaPair.Counts before = pair.counts();
            long steps = 0;
            boolean isRight = true;
            for (long key : keys) {
                CallResult result = lookup.run(areas, structure.arguments(key));
                steps += result.steps();
                isRight &= result.value() == LookupStructure.value(key);
            }
            return pair.counts().since(before, keys.length, steps, isRight);
        }

        @Override
        public void close() {
            remote.forget(hash);
            server.withdraw(structure.title());
            server.close(area);
        }
    }

    /**
     * {@return a structure that is opened}
     *
     * @param structure which
     */
    Opened open(LookupStructure structure) {
        return new Opened(structure);
    }

    /**
     * Makes lookups of the deepest key, for those who ask what a described machine would do.
     *
     * @param profile reference of the machines' profile
     * @param path where the code runs
     * @param structure what is looked into
     * @param lookups how many
     * @param seed of all randomness
     * @return what the machines did: shares of the client's host and of the server's card
     */
    public static PathReading read(String profile, LookupPath path, LookupStructure structure, int lookups, long seed) {
        try (LookupExperiment experiment = new LookupExperiment(profile, seed); Opened opened = experiment.open(structure)) {
            LookupReading reading = opened.deepest(path, lookups);
            experiment.verify();
            Map<String, Double> shares = Map.of(PathReading.HOST, reading.clientHostSeconds() / reading.seconds(),
                "client's card", reading.clientCardSeconds() / reading.seconds(),
                "server's card", reading.serverCardSeconds() / reading.seconds());
            return new PathReading(reading.isRight() ? lookups : 0, reading.seconds(), reading.isRight() ? 0 : lookups,
                (long) lookups * Long.BYTES, 0, reading.serverMessages(), shares, null);
        }
    }

    /** Holds what has run to the laws of conservation. */
    void verify() {
        pair.verify();
    }

    @Override
    public void close() {
        pair.close();
    }
}
