package dev.spine.command.run;

import dev.spine.command.control.Refusal;
import dev.spine.command.control.RequestException;
import dev.spine.extension.host.RuntimeClient;
import dev.spine.extension.host.library.HostSide;
import dev.spine.extension.runtime.RuntimeModule;
import dev.spine.host.driver.HostException;
import dev.spine.iop.NearestWord;
import dev.spine.iop.engine.AwaitFailedException;
import dev.spine.system.BuiltInExtension;
import dev.spine.system.Image;
import dev.spine.system.SpineSystem;
import dev.spine.system.SystemFactory.PlacedModule;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import javax.inject.Inject;
import javax.inject.Singleton;
import org.jspecify.annotations.Nullable;

/**
 * The cards of a run that have the VM of PANIC, loaded by the system file or by an administrator. A card's answers go to one listener, so
 * of several VMs of a card the first is reached. Any thread.
 */
@Singleton
final class Programs {
    private final SpineSystem system;
    private final Consumer<String> text;
    private final ProgramWatch watch;
    private final Image machine = BuiltInExtension.PANIC.image();
    private final ReentrantLock turn = new ReentrantLock();
    /** Held while an order for several cards is carried out. */
    private final ReentrantLock groupTurn = new ReentrantLock();
    /** By IOP; guarded by the turn. */
    private final Map<String, CardPrograms> cards = new LinkedHashMap<>();

    @Inject
    Programs(SpineSystem system, Consumer<String> text, ProgramWatch watch) {
        this.system = system;
        this.text = text;
        this.watch = watch;
    }

    /**
     * An extension was loaded, or has other code.
     *
     * @param iop of the card, or {@link Cards#HOST}
     * @param extension its number there
     * @param image its code
     */
    void begin(String iop, int extension, Image image) {
        if (!image.equals(machine) || iop.equals(Cards.HOST)) {
            return;
        }
        turn.lock();
        try {
            if (cards.containsKey(iop)) {
                text.accept("extension " + extension + " on " + iop + " gets no programs: of a card's VMs the first does");
                return;
            }
            CardPrograms card = new CardPrograms(iop, extension, side(iop));
            cards.put(iop, card);
            watch.enter(card);
        } catch (HostException | AwaitFailedException e) {
            text.accept("extension " + extension + " on " + iop + " gets no programs: " + e.getMessage());
        } finally {
            turn.unlock();
        }
    }

    private HostSide side(String iop) {
        for (PlacedModule placed : system.devices(iop).values()) {
            if (placed.module() instanceof RuntimeModule) {
                return new HostSide(new RuntimeClient(system.driver(iop), placed.tid(), system.hostMemory(), system.tasks()), system.host(),
                    system.hostMemory(), system.tasks());
            }
        }
        throw new IllegalArgumentException(iop + " has no runtime");
    }

    /** An extension is about to leave, or to get other code: {@return its code, or null when it is no VM that was reached} */
    @Nullable Image end(String iop, int extension) {
        turn.lock();
        try {
            CardPrograms card = cards.get(iop);
            if (card == null || card.extension() != extension) {
                return null;
            }
            end(card);
            return machine;
        } finally {
            turn.unlock();
        }
    }

    /** A card was reset: its programs are gone, and so is what has reached them. */
    void reset(String iop) {
        turn.lock();
        try {
            CardPrograms card = cards.get(iop);
            if (card != null) {
                end(card);
            }
        } finally {
            turn.unlock();
        }
    }

    /** The run ends. */
    void close() {
        turn.lock();
        try {
            List.copyOf(cards.values()).forEach(this::end);
        } finally {
            turn.unlock();
        }
        stopWatching();
    }

    /** Nobody hears of programs any more: the end of a run, in order or not. */
    void stopWatching() {
        watch.close();
    }

    private void end(CardPrograms card) {
        cards.remove(card.on());
        watch.leave(card);
        try {
            card.end();
        } catch (RequestException e) {
            // It has gone, and its rights with it, or its reset takes them.
            text.accept("memory of the VM on " + card.on() + " was not given back: " + e.getMessage());
        }
    }

    /** {@return all cards that have the VM, in the order in which they got it} */
    List<CardPrograms> all() {
        turn.lock();
        try {
            return List.copyOf(cards.values());
        } finally {
            turn.unlock();
        }
    }

    /** {@return the first card that has the VM, where all are meant} */
    CardPrograms any() throws RequestException {
        List<CardPrograms> all = all();
        return all.size() > 1 ? all.getFirst() : find(null);
    }

    /**
     * {@return a card that has the VM}
     *
     * @param iop its name, or null for the only one
     * @throws RequestException when there is none, or more than one
     */
    CardPrograms find(@Nullable String iop) throws RequestException {
        List<CardPrograms> all = all();
        List<String> names = all.stream().map(CardPrograms::on).toList();
        if (all.isEmpty()) {
            throw new RequestException(Refusal.NONE, "no card of this system has the VM: give a runtime of its file an extension with"
                + " image = \"panic\", or load one with spine ext load panic");
        }
        if (iop == null && all.size() > 1) {
            throw new RequestException(Refusal.NONE, "several cards have the VM: say on which, " + String.join(", ", names));
        }
        int at = iop == null ? 0 : names.indexOf(iop);
        if (at < 0) {
            String asked = Objects.requireNonNull(iop);
            throw new RequestException(Refusal.NONE, "no card \"" + asked + "\" has the VM; " + NearestWord.to(asked, names)
                .map(nearest -> "did you mean \"" + nearest + "\"?").orElse("there are " + String.join(", ", names)));
        }
        return all.get(at);
    }

    /**
     * {@return several cards that have the VM}
     *
     * @param names each once; none for the only one
     */
    ProgramGroup group(List<String> names) throws RequestException {
        List<CardPrograms> group = new ArrayList<>();
        if (names.isEmpty()) {
            group.add(find(null));
        }
        for (String name : names) {
            CardPrograms card = find(name);
            if (group.contains(card)) {
                throw new RequestException(Refusal.MALFORMED, "card \"" + name + "\" is named twice: name it once");
            }
            group.add(card);
        }
        return new ProgramGroup(group, groupTurn);
    }
}
