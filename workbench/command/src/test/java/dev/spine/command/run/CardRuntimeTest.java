package dev.spine.command.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.command.control.Refusal;
import dev.spine.command.control.RequestException;
import dev.spine.extension.host.ExtensionClient;
import dev.spine.extension.runtime.quota.InstanceStatus;
import java.lang.reflect.Proxy;
import org.junit.jupiter.api.Test;

/** What the control socket lets users do to a card. */
class CardRuntimeTest {
    private int waiting;
    private int sent;
    private final CardRuntime card = new CardRuntime("nic", (ExtensionClient) Proxy.newProxyInstance(
        ExtensionClient.class.getClassLoader(), new Class<?>[] {ExtensionClient.class}, (_, method, _) -> {
            if (method.getName().equals("list")) {
                return InstanceStatus.parse("instance=1\nwaiting=" + waiting + "\n\n");
            }
            sent++;
            return null;
        }));

    @Test
    void anExtensionThatTakesNothingDoesNotTakeTheFramesByWhichAllAreServed() throws RequestException {
        waiting = 47;
        card.send(1, 7, 1);
        waiting = 48;
        RequestException refusal = assertThrows(RequestException.class, () -> card.send(1, 7, 1));
        assertEquals(Refusal.FAILED, refusal.reason());
        assertTrue(String.valueOf(refusal.getMessage()).contains("messages waiting"));
        assertEquals(1, sent);
    }
}
