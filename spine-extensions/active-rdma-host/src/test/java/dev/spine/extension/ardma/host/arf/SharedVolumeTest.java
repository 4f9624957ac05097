package dev.spine.extension.ardma.host.arf;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.extension.ardma.routine.Area;
import dev.spine.extension.ardma.routine.ArrayArea;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.NoSuchFileException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Several clients, whose runs are interleaved at random. {@code -Dspine.seed} says how. */
@Tag("AR-14")
class SharedVolumeTest {
    private static final int CLIENTS = 3;
    private static final int ROUNDS = 30;
    private static final int BYTES = 8 << 20;
    private static final Duration LONG = Duration.ofHours(1);

    private final long seed = Long.getLong("spine.seed", new SplittableRandom().nextLong());
    private final SplittableRandom random = new SplittableRandom(seed);
    private final Baton baton = new Baton(random);
    private final Area area = new ArrayArea(new byte[BYTES], true);

    /** The client is gone. */
    private static final class DeathException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        DeathException() {
            super("the client has died");
        }
    }

    private LocalPlacement placement(int client) {
        return new LocalPlacement(area, 1 + client * 40, () -> baton.pass(client));
    }

    private Void work(int client) throws IOException {
        try (ArfVolume volume = ArfVolume.share(placement(client), LONG, _ -> baton.pass(client))) {
            ArfNode log = volume.create("log", 0, false);
            ArfNode whole = volume.create("whole", 0, false);
            for (int round = 0; round < ROUNDS; round++) {
                volume.write(log, -1, ByteBuffer.allocate(Long.BYTES).putInt(client).putInt(round).array());
                byte[] filled = new byte[8_000];
                Arrays.fill(filled, (byte) (client * ROUNDS + round));
                volume.write(whole, 0, filled);
                byte[] read = volume.read(whole, 0, filled.length);
                assertEquals(filled.length, read.length);
                for (byte each : read) {
                    assertEquals(read[0], each, "bytes of two writes in one read");
                }
                String own = "directory-" + client;
                try {
                    volume.makeDirectory("shared", 0);
                } catch (FileAlreadyExistsException e) {
                    // Another one was first.
                }
                try {
                    volume.create("shared/" + own + round, 0, true);
                    volume.rename("shared/" + own + round, own, true);
                    volume.list("shared");
                    volume.remove("shared");
                } catch (NoSuchFileException | java.nio.file.DirectoryNotEmptyException e) {
                    // It is used, or gone.
                }
            }
        }
        return null;
    }

    @Test
    void changesOfSeveralClientsAreOneAfterTheOther() throws Exception {
        ArfSizes.of(BYTES).make(area, 0);
        List<Callable<Void>> clients = new ArrayList<>();
        IntStream.range(0, CLIENTS).forEach(client -> clients.add(() -> work(client)));
        baton.run(clients);
        assertEquals(List.of(), ArfCheck.of(area), "-Dspine.seed=" + seed);
        try (ArfVolume volume = ArfVolume.share(new LocalPlacement(area), LONG)) {
            ByteBuffer log = ByteBuffer.wrap(volume.read(volume.stat("log"), 0, 1 << 16));
            int[] next = new int[CLIENTS];
            while (log.hasRemaining()) {
                assertEquals(next[log.getInt()]++, log.getInt(), "-Dspine.seed=" + seed);
            }
            assertTrue(IntStream.of(next).allMatch(rounds -> rounds == ROUNDS));
        }
    }

    @Test
    void aClientThatDiesInAChangeHoldsNobodyUpForLongerThanItsLease() throws Exception {
        ArfSizes.of(BYTES).make(area, 0);
        ModelTree model = new ModelTree();
        RandomOperations operations = new RandomOperations(random, 8_192);
        try (ArfVolume volume = ArfVolume.share(new LocalPlacement(area), Duration.ofNanos(1), _ -> { })) {
            for (int death = 0; death < 50; death++) {
                int[] left = {-1};
                ArfVolume dying = ArfVolume.share(new LocalPlacement(area, 20, () -> {
                    if (left[0]-- == 0) {
                        throw new DeathException();
                    }
                }), LONG);
                left[0] = random.nextInt(200);
                RandomOperations.Operation operation = operations.next(model);
                ModelTree after = model.copy();
                String what = "-Dspine.seed=" + seed + ", death " + death + " in " + operation;
                try {
                    operation.onModel(after);
                } catch (IOException e) {
                    after = model;
                }
                try {
                    operation.onVolume(dying);
                } catch (DeathException | IOException e) {
                    // What the other one finds is what counts.
                }
                for (int place = 1; place < 8; place++) {
                    area.put64(ArfLayout.PLACES + 16L * place, 0);
                }
                volume.create("other", 0, false);
                volume.remove("other");
                assertEquals(List.of(), ArfCheck.of(area), what);
                try {
                    operation.begun(model);
                } catch (IOException e) {
                    // It cannot be done.
                }
                String differs = TreeComparison.of(volume, model);
                if (!differs.isEmpty()) {
                    assertEquals("", TreeComparison.of(volume, after), what + ", and before: " + differs);
                    model = after;
                }
                ModelFill.fill(volume, model);
            }
        }
    }
}
