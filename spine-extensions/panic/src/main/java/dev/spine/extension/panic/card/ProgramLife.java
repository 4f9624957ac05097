package dev.spine.extension.panic.card;

import dev.spine.extension.api.Buffer;
import dev.spine.extension.panic.machine.LinkedProgram;
import dev.spine.extension.panic.machine.Linker;
import dev.spine.extension.panic.machine.Machine;
import dev.spine.extension.panic.program.Program;
import dev.spine.extension.panic.program.ProgramBytes;
import dev.spine.extension.panic.program.ProgramException;
import dev.spine.extension.panic.program.ProgramFormat;
import dev.spine.extension.panic.program.ProgramReader;
import org.jspecify.annotations.Nullable;

/** Programs come, run, stop, get other code and leave. */
final class ProgramLife implements Scheduler.Listener {
    private final Arena files;
    private final Arena data;
    private final ProgramTable table;
    private final Scheduler scheduler;
    private final Compaction compaction;
    private final Answers answers;
    private final TickMessages ticks;
    private final Assemblies assemblies;
    private final CardEnvironment.Shared shared;

    ProgramLife(Arena files, Arena data, ProgramTable table, Scheduler scheduler, Compaction compaction, Answers answers,
        TickMessages ticks, Assemblies assemblies, CardEnvironment.Shared shared) {
        this.files = files;
        this.data = data;
        this.table = table;
        this.scheduler = scheduler;
        this.compaction = compaction;
        this.answers = answers;
        this.ticks = ticks;
        this.assemblies = assemblies;
        this.shared = shared;
        scheduler.listen(this);
    }

    /** Loads a program file; the answer's word 2 is the program's number. */
    void load(int request, Buffer file, int given) {
        int place = table.freePlace();
        PanicStatus status = compaction.isPending() ? PanicStatus.BUSY : place < 0 ? PanicStatus.TABLE_FULL : roomFor(file);
        Program program = status == PanicStatus.DONE ? read(request, file) : null;
        if (program == null) {
            if (status != PanicStatus.DONE) {
                answers.add(request, status);
            }
            return;
        }
        int id = program.id() == 0 ? given : program.id();
        status = statusOf(id, given, program);
        if (status != PanicStatus.DONE) {
            answers.add(request, status);
            return;
        }
        Arena.Area fileArea = files.allocate(file.length());
        Arena.Area dataArea = data.allocate(program.dataWords() * Integer.BYTES);
        if (fileArea == null || dataArea == null) {
            throw new IllegalStateException("room was looked for before");
        }
        files.memory().copyFrom(fileArea.first(), file, 0, file.length());
        CardProgram made = new CardProgram(table.newSerial(), id, place, Linker.link(program), data, fileArea, dataArea);
        made.runBy(new Machine(new CardEnvironment(shared, made)));
        table.enter(made);
        answers.begin(request, PanicStatus.DONE)[2] = id;
    }

    private PanicStatus statusOf(int id, int given, Program program) {
        if (id < 1 || id > ProgramFormat.MAX_ID) {
            return PanicStatus.NO_ID;
        }
        if (given != 0 && given != id) {
            return PanicStatus.OTHER_ID;
        }
        return table.has(id) ? PanicStatus.ID_TAKEN : roomFor(program);
    }

    private PanicStatus roomFor(Buffer file) {
        return file.length() > files.freeBytes() ? PanicStatus.NO_CODE_ROOM : PanicStatus.DONE;
    }

    private PanicStatus roomFor(Program program) {
        return program.dataWords() * Integer.BYTES > data.freeBytes() ? PanicStatus.NO_DATA_ROOM : PanicStatus.DONE;
    }

    /** {@return the program, or null: then the answer says what is wrong} */
    private @Nullable Program read(int request, Buffer file) {
        try {
            return ProgramReader.read(ProgramBytes.of(file, 0, file.length()));
        } catch (ProgramException e) {
            int[] words = answers.begin(request, PanicStatus.FLAW);
            words[2] = e.flaw().ordinal();
            words[3] = e.where();
            return null;
        }
    }

    PanicStatus run(CardProgram program) {
        if (program.state == ProgramState.RUNNING) {
            return PanicStatus.WRONG_STATE;
        }
        program.state = ProgramState.RUNNING;
        program.isToStart = true;
        if (program.transfers == 0) {
            scheduler.ready(program);
        }
        return PanicStatus.DONE;
    }

    PanicStatus stop(CardProgram program) {
        if (program.state != ProgramState.RUNNING) {
            return PanicStatus.WRONG_STATE;
        }
        if (compaction.isPending()) {
            return PanicStatus.BUSY;
        }
        scheduler.stop(program);
        ended(program);
        return PanicStatus.DONE;
    }

    /** The answer comes when the program's memory is free, and the others have moved. */
    void unload(int request, CardProgram program) {
        if (compaction.isPending()) {
            answers.add(request, PanicStatus.BUSY);
            return;
        }
        program.isLeaving = true;
        program.leaveRequest = request;
        scheduler.stop(program);
        ended(program);
    }

    /** The answer comes when the program has its new code. */
    void replace(int request, Buffer file, CardProgram program) {
        PanicStatus status = compaction.isPending() || program.replacement != null ? PanicStatus.BUSY : roomFor(file);
        Program read = status == PanicStatus.DONE ? read(request, file) : null;
        if (read == null) {
            if (status != PanicStatus.DONE) {
                answers.add(request, status);
            }
            return;
        }
        status = read.id() == 0 || read.id() == program.id ? roomFor(read) : PanicStatus.OTHER_ID;
        if (status != PanicStatus.DONE) {
            answers.add(request, status);
            return;
        }
        Arena.Area fileArea = files.allocate(file.length());
        Arena.Area dataArea = data.allocate(read.dataWords() * Integer.BYTES);
        if (fileArea == null || dataArea == null) {
            throw new IllegalStateException("room was looked for before");
        }
        files.memory().copyFrom(fileArea.first(), file, 0, file.length());
        LinkedProgram linked = Linker.link(read);
        program.replacement = new Replacement(request, program.program(), linked, fileArea, dataArea);
        if (program.transfers == 0 && program.machine().hasEnded()) {
            swap(program);
        }
    }

    private void swap(CardProgram program) {
        Replacement by = program.replacement;
        if (by == null) {
            return;
        }
        program.replacement = null;
        Arena.Area oldFile = program.file();
        Arena.Area oldData = program.data();
        by.fill(data.memory(), oldData);
        int armed = by.armed(program.program().code(), program.machine().armed());
        program.become(by.linked, by.file, by.data);
        program.machine().arm(armed);
        files.free(oldFile);
        data.free(oldData);
        compaction.begin(by.request, shared.segments().underWay());
    }

    @Override
    public void onEnd(CardProgram program) {
        shared.display().flush();
        if (program.state != ProgramState.RUNNING) {
            ended(program);
        }
    }

    private void ended(CardProgram program) {
        ticks.cancel(program);
        assemblies.cancel(program);
    }

    @Override
    public void onRest(CardProgram program) {
        if (program.isLeaving) {
            leave(program);
        } else if (program.replacement != null) {
            swap(program);
        }
    }

    private void leave(CardProgram program) {
        Replacement unused = program.replacement;
        if (unused != null) {
            program.replacement = null;
            answers.add(unused.request, PanicStatus.NO_PROGRAM);
            files.free(unused.file);
            data.free(unused.data);
        }
        ended(program);
        table.remove(program);
        files.free(program.file());
        data.free(program.data());
        compaction.begin(program.leaveRequest, shared.segments().underWay());
    }
}
