package dev.spine.extension.panic.host.translate;

import dev.spine.extension.panic.machine.CompiledProgram;
import java.lang.classfile.CodeBuilder;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.util.Collections;

/** Writes the instructions that ask the card: by the method of the card's half that is for them, or by its operation. */
final class RequestCode {
    private static final ClassDesc REQUESTS = ClassDesc.of(PartCode.BASE.packageName() + ".Requests");
    /** A place, the steps that are left and the machine. */
    private static final MethodTypeDesc AT_PLACE = MethodTypeDesc.of(ConstantDescs.CD_boolean, ConstantDescs.CD_int, ConstantDescs.CD_int,
        PartCode.MACHINE);
    private static final MethodTypeDesc KEEP = AT_PLACE.changeReturnType(ConstantDescs.CD_void);
    private static final MethodTypeDesc TAKE = MethodTypeDesc.of(ConstantDescs.CD_int, ConstantDescs.CD_int, PartCode.MACHINE);

    private final ProgramFlow flow;
    private final Segments segments;
    private final Exits exits;
    private final CodeBuilder code;

    RequestCode(ProgramFlow flow, Segments segments, Exits exits, CodeBuilder code) {
        this.flow = flow;
        this.segments = segments;
        this.exits = exits;
        this.code = code;
    }

    void write(int at) {
        switch (flow.opcode(at)) {
            case AWAIT -> {
                // Nothing of the stack is asked for again, and the method ends in any case.
                code.loadConstant(flow.operand(at));
                request(at, "await", 1, ConstantDescs.CD_int);
                code.ireturn();
            }
            case STOP -> {
                request(at, "stop", 0, ConstantDescs.CD_int);
                code.ireturn();
            }
            default -> {
                if (flow.depth(at) == flow.opcode(at).pops()) {
                    direct(at);
                } else {
                    byOperation(at);
                }
                if (flow.copies(at)) {
                    code.aload(0).invokestatic(PartCode.BASE, "left", PartCode.OF_MACHINE).istore(PartCode.LEFT);
                }
            }
        }
    }

    private void direct(int at) {
        switch (flow.opcode(at)) {
            case SEND, SENDP -> done(at, "sendToNode");
            case SENDL, SENDLP -> done(at, "sendToCard");
            case SENDR, SENDRP -> done(at, "sendToSender");
            case DELIVER, DELIVERP -> done(at, "deliver");
            case GET -> done(at, "get");
            case PKCOPY -> done(at, "copy");
            case DMAWAIT -> done(at, "transfersDone");
            case SETF -> done(at, "setFlag");
            case CLRL -> done(at, "clearLock");
            case TSTF -> answer(at, "testFlag");
            case TSTL -> answer(at, "testLock");
            case DISPLAY -> request(at, "display", 1, ConstantDescs.CD_void);
            default -> throw new IllegalStateException(flow.opcode(at).name());
        }
    }

    private void done(int at, String method) {
        request(at, method, flow.depth(at), ConstantDescs.CD_boolean);
        code.ifeq(exits.out());
    }

    private void answer(int at, String method) {
        request(at, method, 1, ConstantDescs.CD_int);
        code.dup().iflt(exits.outBelow());
    }

    /** Calls a method that takes the words of the stack. */
    private void request(int at, String method, int words, ClassDesc answer) {
        place(at);
        MethodTypeDesc type = AT_PLACE.changeReturnType(answer).insertParameterTypes(0,
            Collections.nCopies(words, ConstantDescs.CD_int).toArray(ClassDesc[]::new));
        code.invokestatic(REQUESTS, method, type);
    }

    private void place(int at) {
        code.loadConstant(CompiledProgram.place(at, flow.depth(at), segments.rest(at))).iload(PartCode.LEFT).aload(0);
    }

    /** In the middle of an expression: the whole stack is the machine's while the card is asked. */
    private void byOperation(int at) {
        keep(flow.depth(at));
        place(at);
        code.invokestatic(PartCode.BASE, "ask", AT_PLACE).ifeq(exits.out());
        take(flow.depthBehind(at));
    }

    /** Moves the stack to the machine's. */
    void keep(int words) {
        for (int i = words - 1; i >= 0; i--) {
            code.loadConstant(i).aload(0).invokestatic(PartCode.BASE, "keep", KEEP);
        }
    }

    /** Moves words of the machine's stack here. */
    void take(int words) {
        for (int i = 0; i < words; i++) {
            code.loadConstant(i).aload(0).invokestatic(PartCode.BASE, "take", TAKE);
        }
    }
}
