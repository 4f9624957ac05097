package dev.spine.command.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.command.control.Fields;
import dev.spine.command.control.Json;
import dev.spine.command.control.RequestException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class LedgerTableTest {
    private static final String QUOTAS = "[{\"quota\":\"instances\",\"used\":1,\"limit\":8},{\"quota\":\"heap\",\"used\":9,\"limit\":10}]";

    @Test
    void ownersShowHowManyLoadsFailedAndHowManyWereThrottledInColumnsThatAlign() throws RequestException {
        List<String> owners = owners("[{\"on\":\"nic\",\"owner\":\"ann\",\"failedLoads\":12345,\"throttled\":7,\"quotas\":" + QUOTAS + "},"
            + "{\"on\":\"nic\",\"owner\":\"bob\",\"failedLoads\":0,\"throttled\":0,\"quotas\":" + QUOTAS + "}]");

        assertTrue(owners.getFirst().startsWith("on   owner  extensions  failed  throttled  fuel/s"), owners::toString);
        int failed = owners.getFirst().indexOf("failed") + "failed".length();
        int throttled = owners.getFirst().indexOf("throttled") + "throttled".length();
        assertEquals("12,345", owners.get(1).substring(0, failed).substring(failed - 6));
        assertEquals("     0", owners.get(2).substring(0, failed).substring(failed - 6));
        assertEquals("        7", owners.get(1).substring(throttled - 9, throttled));
        assertEquals("        0", owners.get(2).substring(throttled - 9, throttled));
    }

    @Test
    void anAnswerThatDoesNotTellThemHasNone() throws RequestException {
        List<String> owners = owners("[{\"on\":\"nic\",\"owner\":\"ann\",\"quotas\":" + QUOTAS + "}]");

        assertTrue(owners.get(1).replaceAll(" +", " ").startsWith("nic ann 1/8 0 0 0 "), owners::toString);
    }

    @Test
    void bytesAreToldByPowersOf1024AndEverythingElseByPowersOf1000() throws RequestException {
        String quotas = "[{\"quota\":\"heap\",\"used\":16777216,\"limit\":33554432},"
            + "{\"quota\":\"messagesPerSecond\",\"used\":20000000,\"limit\":500000000},"
            + "{\"quota\":\"timers\",\"used\":9999,\"limit\":64000}]";
        String owner = owners("[{\"on\":\"nic\",\"owner\":\"ann\",\"failedLoads\":0,\"throttled\":0,\"quotas\":" + quotas + "}]").get(1);

        assertTrue(owner.contains(" 16M/32M"), owner);
        assertTrue(owner.contains(" 20M/500M"), owner);
        assertTrue(owner.contains(" 9999/64K"), owner);
    }

    private static List<String> owners(String owners) throws RequestException {
        String line = "{\"atNs\":1,\"extensions\":[],\"owners\":" + owners + "}";
        String text = LedgerTable.write(null, new Fields(Json.object(line.getBytes(StandardCharsets.UTF_8))));
        return text.substring(text.indexOf("\n\n") + 2).lines().toList();
    }
}
