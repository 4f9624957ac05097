package dev.spine.extension.ardma.host;

import dev.spine.extension.ardma.ArdmaProtocol;
import dev.spine.extension.ardma.host.compile.Checks;
import dev.spine.extension.ardma.host.compile.CompiledCode;
import dev.spine.extension.ardma.host.compile.RoutineCompiler;
import dev.spine.extension.ardma.routine.AreaHash;
import dev.spine.extension.ardma.routine.ArrayArea;
import dev.spine.extension.ardma.routine.Routine;
import dev.spine.extension.ardma.routine.RoutineException;
import dev.spine.extension.ardma.routine.RoutineReader;
import dev.spine.extension.ardma.routine.RoutineVerifier;
import dev.spine.extension.host.DataListener;
import dev.spine.extension.host.ExtensionRefusedException;
import dev.spine.extension.host.InstanceData;
import dev.spine.extension.host.LentBuffers;
import dev.spine.extension.host.LoadedInstance;
import dev.spine.extension.host.ReceivedData;
import dev.spine.extension.host.library.ExtensionPort;
import dev.spine.extension.host.library.HostSide;
import dev.spine.extension.runtime.load.LoadOptions;
import dev.spine.extension.runtime.message.RuntimeProtocol;
import dev.spine.extension.runtime.meter.Metering;
import dev.spine.host.driver.HostException;
import dev.spine.host.driver.RequestFailure;
import dev.spine.i2o.MessageFrame;
import java.lang.foreign.ValueLayout;
import java.security.SecureRandom;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Loads compiled forms of the routines for which the card asks, and unloads those that it does not need any more. As the server. */
final class FormLoader {
    private static final int FIRST_USER_WORD = RuntimeProtocol.FIRST_USER_WORD;
    private static final int PIECES = 2;

    /** How the card half is told something. */
    interface Orders {
        /** Waits for the answer; throws {@link ArdmaException} when that is not good. */
        void give(String what, int handler, int... words);
    }

    /** A routine of which a form is wanted. */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record Wanted(int number, byte[] routine) {}

    private final HostSide side;
    private final Orders orders;
    private final SecureRandom random = new SecureRandom();
    /** By version of the service: the instance. */
    private final Map<Integer, LoadedInstance> loaded = new HashMap<>();
    // On the host's agent.
    private final ArrayDeque<Wanted> wanted = new ArrayDeque<>();
    private final List<Integer> dropped = new ArrayList<>();
    private boolean isFull;
    private int most;
    private long after;
    private LoadOptions options = LoadOptions.OF_NODE;

    FormLoader(HostSide side, int instance, ExtensionPort port, Orders orders) {
        this.side = side;
        this.orders = orders;
        port.listen(ArdmaProtocol.HOST_DROPPED, message -> dropped.add(message.wordOrZero(FIRST_USER_WORD)));
        side.runtime().listen(ArdmaProtocol.HOST_WANTED, new LentBuffers(PIECES, ArdmaProtocol.MAX_BYTES),
            new InstanceData(instance, new DataListener() {
                @Override
                public void onMessage(MessageFrame message, @Nullable ReceivedData data) {
                    onWanted(message, data);
                }

                @Override
                public void onEnd(@Nullable RequestFailure why) {
                    wanted.clear();
                }
            }));
    }

    private void onWanted(MessageFrame message, @Nullable ReceivedData data) {
        if (data == null || wanted.size() >= most) {
            isFull = true;
        } else {
            wanted.add(new Wanted(message.wordOrZero(FIRST_USER_WORD),
                data.memory().asSlice(0, data.length()).toArray(ValueLayout.JAVA_BYTE)));
        }
    }

    /** Has the card ask from now on. */
    void begin(int forms, long steps, LoadOptions whose) {
        side.tasks().run(() -> most = forms);
        after = steps;
        options = whose;
        ask();
    }

    private void ask() {
        orders.give("compiled forms cannot be asked for", ArdmaProtocol.COMPILE, 0, 0, (int) (after >>> Integer.SIZE), (int) after);
    }

    /** Does what the card has asked for: {@return how many forms were loaded}. */
    int load() {
        for (int version : side.tasks().call(() -> {
            List<Integer> taken = List.copyOf(dropped);
            dropped.clear();
            return taken;
        })) {
            unload(version);
        }
        int count = 0;
        while (loaded.size() < most) {
            Wanted next = side.tasks().<@Nullable Wanted>call(wanted::poll);
            if (next == null) {
                break;
            }
            count += load(next) ? 1 : 0;
        }
        if (loaded.size() < most && side.tasks().call(() -> {
            boolean was = isFull;
            isFull = false;
            return was;
        })) {
            ask();
        }
        return count;
    }

    private boolean load(Wanted next) {
        int version = random.nextInt(Integer.MAX_VALUE);
        try {
            ArrayArea bytes = new ArrayArea(next.routine, false);
            Routine routine = RoutineReader.read(bytes);
            RoutineVerifier.verify(routine);
            CompiledCode code = RoutineCompiler.compile(routine, version,
                options.metering() == Metering.METERED ? Checks.ALL : Checks.NONE);
            if (code.methods().isEmpty()) {
                return false;
            }
            String name = (code.countsSteps() ? "" : "unchecked ") + String.format(Locale.ROOT, "routine 0x%016x",
                AreaHash.of(bytes, 0, next.routine.length));
            loaded.put(version, side.runtime().loadInstance(code.image(name), options));
            orders.give("the compiled form of " + name + " is of no use", ArdmaProtocol.LINK, 0, next.number, version, code.areas(),
                code.countsSteps() ? ArdmaProtocol.CHECKED : ArdmaProtocol.UNCHECKED);
            return true;
        } catch (ExtensionRefusedException | HostException e) {
            // It was forgotten meanwhile, or the card has no room: it stays interpreted.
            unload(version);
        } catch (RoutineException e) {
            throw new IllegalStateException("the card has verified this routine", e);
        }
        return false;
    }

    private void unload(int version) {
        LoadedInstance instance = loaded.remove(version);
        if (instance == null) {
            return;
        }
        try {
            // Somebody may have unloaded it, and its number be another's.
            if (side.runtime().inspect(instance.number(), 0).life() == instance.life()) {
                side.runtime().unload(instance.number());
            }
        } catch (ExtensionRefusedException e) {
            // It is gone, or leaves later.
        }
    }

    /** Unloads all of them. */
    void end() {
        side.tasks().run(() -> {
            most = 0;
            wanted.clear();
        });
        List.copyOf(loaded.keySet()).forEach(this::unload);
    }
}
