package dev.spine.command.run;

import com.google.common.collect.ImmutableMap;
import dev.spine.command.control.Caller;
import dev.spine.command.control.ProgramRequest;
import dev.spine.command.control.Refusal;
import dev.spine.command.control.RequestException;
import dev.spine.extension.panic.host.library.ProgramListing;
import dev.spine.extension.panic.program.Program;
import dev.spine.extension.panic.program.ProgramBytes;
import dev.spine.extension.panic.program.ProgramException;
import dev.spine.extension.panic.program.ProgramReader;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import javax.inject.Inject;
import org.jspecify.annotations.Nullable;

/** Carries out what administrators ask of PANIC programs. Any thread. */
final class ProgramService {
    private final Programs programs;
    private final ProgramWatch watch;

    @Inject
    ProgramService(Programs programs, ProgramWatch watch) {
        this.programs = programs;
        this.watch = watch;
    }

    Map<String, Object> perform(Caller caller, ProgramRequest request) throws RequestException {
        return switch (request) {
            case ProgramRequest.LoadProgram load -> load(load);
            case ProgramRequest.SwapProgram swap -> swap(swap);
            case ProgramRequest.RunProgram run -> order(run.on(), run.program(), card -> card.run(run.program()));
            case ProgramRequest.StopProgram stop -> order(stop.on(), stop.program(), card -> card.stop(stop.program()));
            case ProgramRequest.UnloadProgram unload -> order(unload.on(), unload.program(), card -> card.unload(unload.program()));
            case ProgramRequest.SendToProgram send -> order(send.on(), send.program(),
                card -> card.send(send.program(), send.trigger(), send.data().bytes()));
            case ProgramRequest.ListPrograms list -> list(list.on());
            case ProgramRequest.ListVariables list -> variables(list);
            case ProgramRequest.ReadProgram read -> read(read);
            case ProgramRequest.WatchPrograms wish -> watch(caller, wish);
        };
    }

    /** What is asked of one card. */
    private interface Order {
        void perform(CardPrograms card) throws RequestException;
    }

    private Map<String, Object> order(@Nullable String on, int program, Order order) throws RequestException {
        CardPrograms card = programs.find(on);
        ProgramListing listing = ProgramGroup.require(card, program);
        order.perform(card);
        watch.look(card.on());
        return ImmutableMap.of("on", card.on(), "program", program, "name", listing.name());
    }

    /** The host checks, too: what the card would refuse is said before any card takes it. */
    private static Program program(byte[] file) throws RequestException {
        try {
            return ProgramReader.read(ProgramBytes.of(file));
        } catch (ProgramException e) {
            throw new RequestException(Refusal.MALFORMED, "\"file\" is no program file: " + e.getMessage());
        }
    }

    private Map<String, Object> load(ProgramRequest.LoadProgram load) throws RequestException {
        byte[] file = load.file().bytes();
        Program read = program(file);
        ProgramGroup group = programs.group(load.cards());
        int program = group.load(file, read.dataWords() * Integer.BYTES, load.number());
        group.names().forEach(watch::look);
        return ImmutableMap.of("on", group.names(), "program", program, "name", read.name());
    }

    private Map<String, Object> swap(ProgramRequest.SwapProgram swap) throws RequestException {
        byte[] file = swap.file().bytes();
        Program read = program(file);
        ProgramGroup group = programs.group(swap.cards());
        group.swap(swap.program(), file, read.dataWords() * Integer.BYTES);
        group.names().forEach(watch::look);
        return ImmutableMap.of("on", group.names(), "program", swap.program(), "name", read.name());
    }

    private Map<String, Object> list(@Nullable String on) throws RequestException {
        List<Object> rows = new ArrayList<>();
        CardPrograms first = on == null ? programs.any() : programs.find(on);
        for (CardPrograms card : on == null ? programs.all() : List.of(first)) {
            card.list().forEach(program -> rows.add(ProgramView.row(card.on(), program)));
        }
        return ImmutableMap.of("programs", rows);
    }

    private Map<String, Object> variables(ProgramRequest.ListVariables list) throws RequestException {
        CardPrograms card = programs.find(list.on());
        ProgramGroup.require(card, list.program());
        try {
            return ImmutableMap.of("variables", ProgramView.variables(ProgramReader.read(ProgramBytes.of(card.file(list.program())))));
        } catch (ProgramException e) {
            throw new RequestException(Refusal.FAILED, card.on() + " does not tell the file of program " + list.program() + " as it was"
                + " loaded: " + e.getMessage());
        }
    }

    private Map<String, Object> read(ProgramRequest.ReadProgram read) throws RequestException {
        CardPrograms card = programs.find(read.on());
        int words = ProgramGroup.require(card, read.program()).dataWords();
        if (read.first() > words - read.count()) {
            throw new RequestException(Refusal.NONE, "program " + read.program() + " has " + words + " words of variables: name some of"
                + " them by \"first\" and \"count\"");
        }
        return ImmutableMap.of("words", Arrays.stream(card.read(read.program(), read.first(), read.count()))
            .mapToObj(Integer::toUnsignedLong).toList());
    }

    private Map<String, Object> watch(Caller caller, ProgramRequest.WatchPrograms wish) throws RequestException {
        if (!wish.display() && !wish.states()) {
            throw new RequestException(Refusal.MALFORMED, "there is nothing to watch: make \"display\" or \"states\" true");
        }
        if (wish.on() == null) {
            programs.any();
        } else {
            programs.find(wish.on());
        }
        watch.watch(caller, wish);
        return ImmutableMap.of();
    }

    /** A connection has ended. */
    void ended(Caller caller) {
        watch.forget(caller);
    }
}
