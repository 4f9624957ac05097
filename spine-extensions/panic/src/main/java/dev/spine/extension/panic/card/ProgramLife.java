package dev.spine.extension.panic.card;

import dev.spine.extension.api.Buffer;
import dev.spine.extension.panic.machine.LinkedProgram;
import dev.spine.extension.panic.machine.Machine;
import dev.spine.extension.panic.program.Program;
import dev.spine.extension.panic.program.ProgramFormat;
import org.jspecify.annotations.Nullable;

/** Programs come, run, stop, get other code and leave. */
final class ProgramLife implements Scheduler.Listener, Loading.Receiver {
    private final Arena files;
    private final Arena data;
    private final ProgramTable table;
    private final Scheduler scheduler;
    private final Compaction compaction;
    private final Answers answers;
    private final TickMessages ticks;
    private final Assemblies assemblies;
    private final CardEnvironment.Shared shared;
    private final Loading loading;

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
        loading = new Loading(shared.context(), files, compaction, answers, this);
        scheduler.listen(this);
    }

    /** Loads a program file. The answer comes when it was read; its word 2 is the program's number. */
    void load(int request, Buffer file, int given) {
        begin(request, file, given, false);
    }

    /** The answer comes when the program has its new code. */
    void replace(int request, Buffer file, CardProgram program) {
        if (program.replacement != null) {
            answers.add(request, PanicStatus.BUSY);
        } else {
            begin(request, file, program.id, true);
        }
    }

    private void begin(int request, Buffer file, int number, boolean replaces) {
        PanicStatus status = compaction.isPending() || loading.isUnderWay() ? PanicStatus.BUSY
            : file.length() > files.freeBytes() ? PanicStatus.NO_CODE_ROOM
            : !replaces && table.freePlace() < 0 ? PanicStatus.TABLE_FULL : PanicStatus.DONE;
        if (status == PanicStatus.DONE && !loading.begin(new Loading.Wanted(request, number, replaces, file.length()), file)) {
            status = PanicStatus.BUSY;
        }
        if (status != PanicStatus.DONE) {
            answers.add(request, status);
        }
    }

    @Override
    public Loading.@Nullable Loaded place(Loading.Wanted wanted, LinkedProgram linked) {
        Program program = linked.program();
        int id = program.id() == 0 ? wanted.number() : program.id();
        PanicStatus status = wanted.replaces() && table.find(wanted.number()) == null ? PanicStatus.NO_PROGRAM
            : id < 1 || id > ProgramFormat.MAX_ID ? PanicStatus.NO_ID
            : wanted.number() != 0 && wanted.number() != id ? PanicStatus.OTHER_ID
            : !wanted.replaces() && table.has(id) ? PanicStatus.ID_TAKEN
            : program.dataWords() * Integer.BYTES > data.freeBytes() ? PanicStatus.NO_DATA_ROOM : PanicStatus.DONE;
        Arena.Area fileArea = status == PanicStatus.DONE ? files.allocate(wanted.bytes()) : null;
        Arena.Area dataArea = fileArea == null ? null : data.allocate(program.dataWords() * Integer.BYTES);
        if (fileArea == null || dataArea == null) {
            if (fileArea != null) {
                files.takeBack(fileArea);
            }
            answers.add(wanted.request(), status == PanicStatus.DONE ? PanicStatus.BUSY : status);
            return null;
        }
        return new Loading.Loaded(linked, fileArea, dataArea);
    }

    @Override
    public void placed(Loading.Wanted wanted, Loading.Loaded program) {
        if (wanted.replaces()) {
            replaceBy(wanted, program);
            return;
        }
        int inFile = program.linked().program().id();
        int id = inFile == 0 ? wanted.number() : inFile;
        CardProgram made = new CardProgram(table.newSerial(), id, table.freePlace(), program.linked(), data, program.file(),
            program.data());
        made.runBy(new Machine(new CardEnvironment(shared, made)));
        table.enter(made);
        answers.begin(wanted.request(), PanicStatus.DONE)[2] = id;
    }

    private void replaceBy(Loading.Wanted wanted, Loading.Loaded by) {
        CardProgram program = table.find(wanted.number());
        if (program == null) {
            files.free(by.file());
            data.free(by.data());
            answers.add(wanted.request(), PanicStatus.NO_PROGRAM);
            return;
        }
        program.replacement = new Replacement(wanted.request(), program.program(), by.linked(), by.file(), by.data());
        if (program.transfers == 0 && program.machine().hasEnded()) {
            swap(program);
        }
    }

    PanicStatus run(CardProgram program) {
        if (program.state == ProgramState.RUNNING) {
            return PanicStatus.WRONG_STATE;
        }
        program.state = ProgramState.RUNNING;
        program.toStart();
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
        compaction.begin(by.request);
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
        compaction.begin(program.leaveRequest);
    }
}
