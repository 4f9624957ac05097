package dev.spine.command.run;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.spine.command.control.Caller;
import dev.spine.command.control.EventQueue;
import dev.spine.command.control.Peer;
import dev.spine.command.control.RequestException;
import dev.spine.extension.host.ExtensionClient;
import dev.spine.extension.host.PackagedExtension;
import dev.spine.extension.runtime.load.LoadOptions;
import dev.spine.system.Image;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import sample.Tally;

/** A number is given again at once: what ends with a connection is the extension that was tied to it, not who has its number now. */
class TiedExtensionsTest {
    private static final int NUMBER = 1;

    private final TiedExtensions tied = new TiedExtensions();
    private final List<String> done = new ArrayList<>();
    /** A card with room for one extension, which asks nobody. */
    private final CardRuntime card = new CardRuntime("nic", (ExtensionClient) Proxy.newProxyInstance(
        ExtensionClient.class.getClassLoader(), new Class<?>[] {ExtensionClient.class}, (_, method, _) -> {
            done.add(method.getName());
            return NUMBER;
        }));

    private static final class Client implements Caller {
        @Override
        public Peer peer() {
            throw new UnsupportedOperationException();
        }

        @Override
        public void keep() {
            // It stays open.
        }

        @Override
        public EventQueue events() {
            throw new UnsupportedOperationException();
        }
    }

    private void loadFor(Caller caller) throws RequestException {
        card.load(new Image(PackagedExtension.image("tally", Tally.class)), LoadOptions.OF_NODE,
            number -> tied.tie(caller, card, number));
    }

    @Test
    void whatIsTiedEndsOnce() throws RequestException {
        Caller caller = new Client();
        loadFor(caller);
        TiedExtensions.Place place = tied.of(caller).getFirst();
        card.unloadTied(place, caller, tied);
        card.unloadTied(place, caller, tied);
        assertEquals(List.of("load", "unload"), done);
        assertEquals(List.of(), tied.of(caller));
    }

    @Test
    void whoGotTheNumberWhileTheConnectionEndedStays() throws RequestException {
        Caller first = new Client();
        loadFor(first);
        List<TiedExtensions.Place> ending = tied.of(first);
        tied.forget(card, NUMBER);
        Caller second = new Client();
        loadFor(second);
        card.unloadTied(ending.getFirst(), first, tied);
        assertEquals(List.of("load", "load"), done, "nothing is unloaded");
        assertEquals(1, tied.of(second).size(), "it still ends with its own connection");
    }
}
