package dev.spine.command.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import dev.spine.extension.runtime.quota.InstanceStatus;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What is told of an extension. */
class ExtensionViewTest {
    private static Map<String, Object> whole(String more) {
        return ExtensionView.whole("card", InstanceStatus.parse("instance=1\nlife=1\nname=x\nstate=running\nversion=1\n" + more + "\n")
            .getFirst(), "node");
    }

    @Test
    void linesThatHadNoRoomAreCounted() {
        assertEquals(3L, whole("cut=3\n").get("cut"));
    }

    @Test
    void aWholeReportSaysNothingOfLinesThatAreMissing() {
        assertFalse(whole("").containsKey("cut"));
    }
}
