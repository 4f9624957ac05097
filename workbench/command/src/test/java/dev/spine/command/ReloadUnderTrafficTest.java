package dev.spine.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.command.control.ControlClient;
import dev.spine.command.control.ControlRequest;
import dev.spine.command.control.Fields;
import dev.spine.command.control.RequestException;
import dev.spine.extension.host.PackagedExtension;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import sample.Turnstile;

/** An extension is replaced by reloads while packets come as fast as they are taken: each is counted, by one version or another. */
@Timeout(120)
@Tag("SO-13")
class ReloadUnderTrafficTest {
    private static final int RELOADS = 20;
    private static final int RECEIVE_BUFFERS = 64;
    private static final Pattern NOTIFIED = Pattern.compile("order (\\d+): version (\\d+) has seen (\\d+)");
    private static final String SYSTEM = """
        [[wire]]
        kind = "capture"
        name = "wire"
        replay = "fast"
        receive-buffers = 64

        [[iop]]
        name = "nic"

        [[iop.device]]
        kind = "lan"
        wire = "wire"

        [[iop.device]]
        kind = "runtime"
        memory = "8M"

        [[iop.device.extension]]
        name = "turnstile"
        image = "turnstile.jar"
        parameters = {version = VERSION}
        """;

    @TempDir
    private Path directory;

    private Path write(int version) throws IOException {
        return Files.writeString(directory.resolve("system.toml"), SYSTEM.replace("VERSION", Integer.toString(version)));
    }

    @Test
    void noPacketIsLostAndNoneIsCountedTwice() throws Exception {
        Files.write(directory.resolve("turnstile.jar"), PackagedExtension.image("turnstile", Turnstile.class));
        try (RunningSystem system = new RunningSystem(directory, write(0)); ControlClient client = system.client()) {
            long before = 0;
            for (int version = 1; version <= RELOADS; version++) {
                write(version);
                assertEquals(List.of("replaced turnstile on nic, extension 1"),
                    client.ask(new ControlRequest.Reload()).textList("done", 200));
                before = assertCounted(client, version, before);
            }
            Fields status = client.ask(new ControlRequest.Status());
            Fields card = status.objects("iops").getFirst();
            assertEquals(0, card.object("counters").number("packets dropped for lack of a bucket", 0, Long.MAX_VALUE, 0),
                "packets that nobody took: " + card.members());
            assertEquals(0, status.objects("wires").getFirst().number("dropped", 0, Long.MAX_VALUE));
            Fields extension = status.objects("extensions").getFirst();
            assertEquals(0, extension.number("dropped", 0, Long.MAX_VALUE));
            assertEquals(RELOADS + 1, extension.number("version", 0, Long.MAX_VALUE));
        }
    }

    /** What it has seen lies between what had come before it was asked, but for what was in the buffers, and what had come after. */
    private static long assertCounted(ControlClient client, int version, long before) throws RequestException {
        long received = received(client);
        client.ask(new ControlRequest.Send(null, 1, 1, List.of(version)));
        long seen = notified(client, version);
        assertTrue(seen >= received - RECEIVE_BUFFERS && seen <= received(client) && seen >= before,
            () -> "version " + version + " has seen " + seen + " of at least " + received);
        return seen;
    }

    private static long received(ControlClient client) throws RequestException {
        return client.ask(new ControlRequest.Status()).objects("wires").getFirst().number("received", 0, Long.MAX_VALUE);
    }

    private static long notified(ControlClient client, int version) throws RequestException {
        while (true) {
            for (String line : client.ask(new ControlRequest.Inspect(null, 1)).textList("log", 1000)) {
                Matcher notified = NOTIFIED.matcher(line);
                if (notified.find() && Integer.parseInt(notified.group(1)) == version) {
                    assertEquals(version, Integer.parseInt(notified.group(2)));
                    return Long.parseLong(notified.group(3));
                }
            }
        }
    }
}
