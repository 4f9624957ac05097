package dev.spine.extension.panic.host.translate;

import dev.spine.extension.panic.program.Program;
import java.lang.classfile.ClassBuilder;
import java.lang.classfile.ClassFile;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.attribute.SourceFileAttribute;
import java.lang.classfile.instruction.SwitchCase;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.util.HexFormat;
import java.util.List;

/** Makes class files of programs. Stateless. Any thread. */
public final class ProgramTranslator {
    private static final MethodTypeDesc START = MethodTypeDesc.of(ConstantDescs.CD_void, ConstantDescs.CD_int, ConstantDescs.CD_int,
        ConstantDescs.CD_String);

    /** Of a class file: what the card's verifier takes at most, so that the rest of a larger program is interpreted. */
    private static final double MAX_BYTES = 128 << 10;
    private static final double MAX_CONSTANTS = 8_192;

    private ProgramTranslator() {}

    /**
     * {@return the compiled form of a program}
     *
     * @param program any that {@link dev.spine.extension.panic.program.ProgramReader} returns
     * @param source the name of the file with its text, for stack traces: {@code "gate.pdl"}
     */
    public static TranslatedProgram translate(Program program, String source) {
        ProgramFlow flow = new ProgramFlow(program);
        CodeParts parts = new CodeParts(flow);
        String name = PartCode.BASE.packageName() + '.' + program.name() + '_' + HexFormat.of().toHexDigits(program.checksum());
        byte[] classFile = write(name, program, source, flow, parts);
        for (double excess = excess(classFile); excess > 1; excess = excess(classFile)) {
            parts.limit((int) (parts.compiled().getLast().number() / excess));
            classFile = write(name, program, source, flow, parts);
        }
        return new TranslatedProgram(name, classFile, parts.isWhole());
    }

    /** How many times too large a class file is; at most 1 when it is not. */
    private static double excess(byte[] classFile) {
        return Math.max(classFile.length / MAX_BYTES, ClassFile.of().parse(classFile).constantPool().size() / MAX_CONSTANTS);
    }

    private static byte[] write(String name, Program program, String source, ProgramFlow flow, CodeParts parts) {
        ClassDesc own = ClassDesc.of(name);
        List<CodeParts.Part> compiled = parts.compiled();
        return ClassFile.of().build(own, type -> {
            type.withFlags(ClassFile.ACC_PUBLIC | ClassFile.ACC_FINAL | ClassFile.ACC_SUPER).withSuperclass(PartCode.BASE)
                .with(SourceFileAttribute.of(source));
            type.withMethodBody(ConstantDescs.INIT_NAME, ConstantDescs.MTD_void, ClassFile.ACC_PUBLIC, code -> code.aload(0)
                .loadConstant(program.checksum()).loadConstant(flow.count()).loadConstant(entries(compiled))
                .invokespecial(PartCode.BASE, ConstantDescs.INIT_NAME, START).return_());
            type.withMethodBody("enter", PartCode.RUN, 0, code -> writeEntries(own, compiled, code));
            compiled.forEach(part -> writePart(type, flow, parts, part));
        });
    }

    /** The instruction of each entry, and its number. */
    private static String entries(List<CodeParts.Part> parts) {
        StringBuilder all = new StringBuilder();
        for (CodeParts.Part part : parts) {
            for (int at : part.entries()) {
                all.append((char) at).append((char) part.entry(at));
            }
        }
        return all.toString();
    }

    private static void writePart(ClassBuilder type, ProgramFlow flow, CodeParts parts, CodeParts.Part part) {
        type.withMethodBody(name(part), PartCode.RUN, ClassFile.ACC_PRIVATE | ClassFile.ACC_STATIC,
            code -> new PartCode(flow, parts, part, code).write());
    }

    private static String name(CodeParts.Part part) {
        return "part" + part.number();
    }

    private static void writeEntries(ClassDesc own, List<CodeParts.Part> parts, CodeBuilder code) {
        List<SwitchCase> cases = parts.stream().map(part -> SwitchCase.of(part.number(), code.newLabel())).toList();
        if (cases.size() > 1) {
            code.iload(2).loadConstant(CodeParts.ENTRY_SHIFT).ishr().tableswitch(cases.getLast().target(), cases);
        }
        for (int i = 0; i < cases.size(); i++) {
            code.labelBinding(cases.get(i).target()).aload(1).iload(2).invokestatic(own, name(parts.get(i)), PartCode.RUN).ireturn();
        }
    }
}
