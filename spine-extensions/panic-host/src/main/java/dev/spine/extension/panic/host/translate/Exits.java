package dev.spine.extension.panic.host.translate;

import dev.spine.extension.panic.machine.CompiledProgram;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The ends of a method where it does not go on: written behind its code, and shared by all places with as much on the stack. */
final class Exits {
    /** What a method does at its end, by the name of the one that does it. */
    enum Kind {
        LEAVE("leave"), DIVISION("divisionFault"), INDEX("indexFault"), PACKET("packetFault");

        private final String method;

        Kind(String method) {
            this.method = method;
        }
    }

    private static final MethodTypeDesc AT_PLACE = MethodTypeDesc.of(ConstantDescs.CD_int, ConstantDescs.CD_int, ConstantDescs.CD_int,
        PartCode.MACHINE);

    private record Shared(Kind kind, int height) {}

    /** Something that is written behind the code. */
    private record Stub(Label label, Runnable code) {}

    private final CodeBuilder code;
    private final ClassDesc base;
    private final List<Stub> stubs = new ArrayList<>();
    private final Map<Shared, Label> shared = new LinkedHashMap<>();
    private final Label out;
    private final Label outBelow;
    private boolean isOutUsed;
    private boolean isOutBelowUsed;

    Exits(CodeBuilder code, ClassDesc base) {
        this.code = code;
        this.base = base;
        out = code.newLabel();
        outBelow = code.newLabel();
    }

    /** Where code is that is written later. */
    Label later(Runnable what) {
        Label label = code.newLabel();
        stubs.add(new Stub(label, what));
        return label;
    }

    /** An end at a {@linkplain CompiledProgram#place place} in the code, with so many words on the stack of the method. */
    Label at(Kind kind, int place, int height) {
        return later(() -> end(kind, place, height));
    }

    /** Ends here. */
    void end(Kind kind, int place, int height) {
        code.loadConstant(place).goto_(shared.computeIfAbsent(new Shared(kind, height), _ -> code.newLabel()));
    }

    /** The end of a method that has told the machine everything; its stack is empty. */
    Label out() {
        isOutUsed = true;
        return out;
    }

    /** As of {@link #out}, with one word on the stack. */
    Label outBelow() {
        isOutBelowUsed = true;
        return outBelow;
    }

    /** Behind all code. */
    void write() {
        for (int i = 0; i < stubs.size(); i++) {
            code.labelBinding(stubs.get(i).label);
            stubs.get(i).code.run();
        }
        shared.forEach((end, label) -> code.labelBinding(label).iload(PartCode.LEFT).aload(0)
            .invokestatic(base, end.kind.method, AT_PLACE).ireturn());
        if (isOutUsed) {
            code.labelBinding(out).iconst_m1().ireturn();
        }
        if (isOutBelowUsed) {
            code.labelBinding(outBelow).iconst_m1().ireturn();
        }
    }
}
