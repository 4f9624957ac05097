package dev.spine.command.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import dev.spine.command.control.Caller;
import dev.spine.command.control.EventQueue;
import dev.spine.command.control.Peer;
import dev.spine.command.control.RequestException;
import dev.spine.extension.host.ExtensionClient;
import dev.spine.extension.runtime.quota.OwnerLimits;
import dev.spine.extension.runtime.quota.OwnerStatus;
import dev.spine.extension.runtime.quota.Quota;
import java.lang.reflect.Proxy;
import java.nio.file.attribute.UserPrincipal;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** Users come and go; a card keeps the limits of so many owners and no more. */
class OwnerRegistryTest {
    private static final OwnerLimits LIMITS = OwnerLimits.STANDARD.with(Quota.INSTANCES, 3);

    /** What the card was told, by owner. */
    private final Map<Integer, OwnerLimits> limits = new HashMap<>();
    /** Who has something on the card, or something that it must not forget yet. */
    private final Set<Integer> remembered = new TreeSet<>();
    private final CardRuntime card = new CardRuntime("nic", (ExtensionClient) Proxy.newProxyInstance(
        ExtensionClient.class.getClassLoader(), new Class<?>[] {ExtensionClient.class}, (_, method, arguments) ->
            switch (method.getName()) {
                case "owners" -> OwnerStatus.parse(report());
                case "limit" -> limits.put((Integer) arguments[0], (OwnerLimits) arguments[1]);
                default -> throw new UnsupportedOperationException(method.getName());
            }));
    private final OwnerRegistry book = new OwnerRegistry(Cards.of(List.of(card)), LIMITS);

    private String report() {
        StringBuilder text = new StringBuilder();
        for (int owner : limits.keySet()) {
            text.append("owner=").append(owner).append(remembered.contains(owner) ? "\nremembered=1\n\n" : "\n\n");
        }
        return text.toString();
    }

    private record Named(String getName) implements UserPrincipal {}

    private static final class Connection implements Caller {
        private final Peer peer;

        Connection(String name, Peer.Rights rights) {
            peer = new Peer(new Named(name), rights);
        }

        @Override
        public Peer peer() {
            return peer;
        }

        @Override
        public void keep() {
            // Nothing ends by itself here.
        }

        @Override
        public EventQueue events() {
            throw new UnsupportedOperationException();
        }
    }

    private static Connection user(String name) {
        return new Connection(name, Peer.Rights.USER);
    }

    private int comes(Connection connection) throws RequestException {
        book.entered(connection);
        return book.number(connection.peer());
    }

    /** He asks once, and goes. */
    private int passes(String name) throws RequestException {
        Connection connection = user(name);
        int number = comes(connection);
        book.left(connection);
        return number;
    }

    @Test
    void aUserWhoIsConnectedKeepsHisNumberWhateverOthersDo() throws RequestException {
        Connection ann = user("ann");
        int number = comes(ann);
        Connection second = user("ann");
        assertEquals(number, comes(second));
        book.left(second);
        for (int i = 0; i < 10; i++) {
            assertNotEquals(number, passes("user " + i));
        }
        assertEquals(number, comes(ann));
    }

    @Test
    void moreUsersThanACardHasPlacesForComeAndGo() throws RequestException {
        for (int i = 0; i < 3_000; i++) {
            assertEquals(1, passes("user " + i));
            assertEquals("user " + i, book.name(1));
        }
        assertEquals(1, limits.size());
    }

    @Test
    void aUserOfWhomACardHasSomethingToRememberIsNotForgotten() throws RequestException {
        int ann = passes("ann");
        remembered.add(ann);
        int bob = passes("bob");
        assertNotEquals(ann, bob);
        assertEquals(bob, passes("eve"), "bob has gone, and left nothing");
        assertEquals(ann, passes("ann"));
        remembered.remove(ann);
        assertEquals(ann, passes("joe"));
    }

    @Test
    void aNumberIsLimitedForWhoHasItNow() throws RequestException {
        Connection root = new Connection("root", Peer.Rights.ADMINISTRATOR);
        int number = comes(root);
        assertEquals(OwnerLimits.UNLIMITED, limits.get(number));
        book.left(root);
        assertEquals(number, passes("ann"));
        assertEquals(LIMITS, limits.get(number));
        OwnerLimits less = LIMITS.with(Quota.TIMERS, 1);
        book.limit(less);
        assertEquals(less, limits.get(number));
    }
}
